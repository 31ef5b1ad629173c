// A whole file in memory, with the padding that simdjson requires.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace spandrop {

class PaddedFile {
 public:
  // Reads a file, plain, gzip or zstd, or standard input for "-". Of a larger file, only one byte
  // more than `max_bytes` is read. Throws std::runtime_error, or Cancelled if a stop is requested
  // while it waits for a pipe.
  explicit PaddedFile(const std::string& name,
                      std::size_t max_bytes = std::numeric_limits<std::size_t>::max() / 4,
                      std::stop_token stop = {});
  // Copies bytes that are in memory already.
  static PaddedFile of(std::string_view bytes);

  // Its content; 64 readable bytes follow.
  std::string_view text() const { return {bytes_.get(), size_}; }

 private:
  PaddedFile() = default;
  // Makes room for this many bytes and the padding; keeps the content.
  void reserve(std::size_t capacity);

  std::unique_ptr<char[]> bytes_;  // not a string, which would be zero-filled first
  std::size_t size_ = 0;
};

// A file by its name, or content in memory with a name for messages.
struct FileSource {
  std::string name = {};
  std::optional<std::string> content = {};

  PaddedFile open() const { return content ? PaddedFile::of(*content) : PaddedFile(name); }
};

}  // namespace spandrop
