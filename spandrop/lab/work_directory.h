// The directory of one job. Only one process at a time can own it.
#pragma once

#include <filesystem>
#include <optional>

namespace spandrop::lab {

// Holds a lock, which the child process of the job inherits: the directory is free again when both
// have ended.
class WorkDirectory {
 public:
  // Creates the directory if it does not exist. Returns nothing if another process owns it.
  static std::optional<WorkDirectory> own(const std::filesystem::path& path);
  WorkDirectory(WorkDirectory&& other) noexcept;
  WorkDirectory& operator=(WorkDirectory&& other) noexcept;
  ~WorkDirectory();

  // Removes the directory with its contents.
  void remove();

  const std::filesystem::path& path() const { return path_; }

 private:
  WorkDirectory(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace spandrop::lab
