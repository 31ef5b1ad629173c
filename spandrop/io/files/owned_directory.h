// A directory that only one process at a time can own.
#pragma once

#include <filesystem>
#include <optional>

namespace spandrop {

// Holds a lock, which child processes inherit: the directory is free again when all have ended.
class OwnedDirectory {
 public:
  // Creates the directory if it does not exist. Returns nothing if another process owns it.
  static std::optional<OwnedDirectory> own(const std::filesystem::path& path);
  OwnedDirectory(OwnedDirectory&& other) noexcept;
  OwnedDirectory& operator=(OwnedDirectory&& other) noexcept;
  ~OwnedDirectory();

  // Removes the directory with its contents.
  void remove();

  const std::filesystem::path& path() const { return path_; }

 private:
  OwnedDirectory(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace spandrop
