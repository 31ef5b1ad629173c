// A whole file in memory, with the room behind it that simdjson asks for.
#pragma once

#include <cstddef>
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
  std::string_view text() const { return std::string_view(bytes_).substr(0, size_); }

 private:
  PaddedFile() = default;

  std::string bytes_;
  std::size_t size_ = 0;
};

}  // namespace spandrop
