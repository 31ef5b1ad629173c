// A whole file in memory, with the room behind it that simdjson asks for.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace spandrop {

class PaddedFile {
 public:
  // Reads a file, plain, gzip or zstd, or standard input for "-". Throws std::runtime_error.
  explicit PaddedFile(const std::string& name);
  // Copies bytes that are in memory already.
  static PaddedFile of(std::string_view bytes);

  // Its content; 64 readable bytes follow.
  std::string_view text() const { return {bytes_.get(), size_}; }

 private:
  PaddedFile() = default;
  // Makes room for so many bytes, and the padding; keeps what is there.
  void reserve(std::size_t capacity);

  std::unique_ptr<char[]> bytes_;  // not a string, which would write zeros first
  std::size_t size_ = 0;
};

// A file by its name; or what is in memory, and the name that it has in messages.
struct FileSource {
  std::string name = {};
  std::optional<std::string> content = {};

  PaddedFile open() const { return content ? PaddedFile::of(*content) : PaddedFile(name); }
};

}  // namespace spandrop
