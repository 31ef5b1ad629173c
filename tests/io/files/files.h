// Shared by the tests of files: temporary directories, whole files, random content.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

namespace spandrop {

// A fresh directory that is deleted with its contents.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string pattern = testing::TempDir() + "spandrop_XXXXXX";
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

  // The number of entries.
  std::size_t size() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::string path_;
};

inline void store(const std::string& path, std::string_view bytes) {
  std::filesystem::remove(path);  // some file systems flush overwritten files, which is slow
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<long>(bytes.size()));
}

inline std::string load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// `size` bytes in lines of random length, about `line_length`, with all byte values including NUL.
inline std::string random_lines(std::size_t size, std::size_t line_length,
                                std::mt19937_64& random) {
  std::string text(size, '\0');
  for (char& byte : text) {
    const std::uint64_t bits = random();
    byte = bits % line_length == 0 ? '\n' : static_cast<char>(bits >> 60 == 0 ? bits >> 40 : 'a');
  }
  return text;
}

// The message of the exception that `action` throws.
template <class Action>
std::string failure(Action action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing failed";
}

}  // namespace spandrop
