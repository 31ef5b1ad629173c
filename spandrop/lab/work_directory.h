// The directory of one job, which only one process at a time may own.
#pragma once

#include <filesystem>
#include <optional>

namespace spandrop::lab {

// Holds a lock. The child process that does the job holds it too: the directory is free when both
// have ended.
class WorkDirectory {
 public:
  // Makes the directory if need be; nothing if another process owns it.
  static std::optional<WorkDirectory> own(const std::filesystem::path& path);
  WorkDirectory(WorkDirectory&& other) noexcept;
  WorkDirectory& operator=(WorkDirectory&& other) noexcept;
  ~WorkDirectory();

  // Removes it with all that is in it.
  void remove();

  const std::filesystem::path& path() const { return path_; }

 private:
  WorkDirectory(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace spandrop::lab
