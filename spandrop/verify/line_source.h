// The lines of a file or of a text in memory, one after another.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "spandrop/io/files/input_file.h"
#include "spandrop/io/files/line_blocks.h"

namespace spandrop {

struct SourceLine {
  std::string_view text;  // without its line end, followed by 64 readable bytes
  std::uint64_t number = 0;
};

class LineSource {
 public:
  // A file, or standard input for "-". Throws std::runtime_error if it cannot be opened.
  explicit LineSource(const std::string& file);
  // Lines in memory, followed by 64 readable bytes, under a name for messages.
  LineSource(std::string name, std::string_view lines);

  const std::string& name() const { return name_; }
  // The bytes of the lines returned so far, with line ends.
  std::uint64_t bytes_read() const { return bytes_read_; }

  // The next line, which is valid until the next call; none at the end. Throws std::runtime_error
  // if the file cannot be read.
  std::optional<SourceLine> next();

 private:
  std::string name_;
  std::unique_ptr<InputFile> input_;
  std::unique_ptr<LineBlocks> blocks_;
  LineBlock block_;
  std::string_view rest_;  // of the block
  std::uint64_t line_ = 0;
  std::uint64_t bytes_read_ = 0;
};

}  // namespace spandrop
