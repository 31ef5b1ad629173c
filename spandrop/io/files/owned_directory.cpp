#include "spandrop/io/files/owned_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace spandrop {
namespace {

// Whether the open file still has this name: its owner may have removed it before we got the lock.
bool has_name(int descriptor, const std::filesystem::path& name) {
  struct stat opened;
  struct stat named;
  return fstat(descriptor, &opened) == 0 && stat(name.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

}  // namespace

std::optional<OwnedDirectory> OwnedDirectory::own(const std::filesystem::path& path) {
  std::filesystem::create_directories(path);
  const std::filesystem::path file = path / ".lock";
  const int lock = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock < 0) {
    if (errno == ENOENT) return std::nullopt;  // its owner is removing it
    throw std::system_error(errno, std::generic_category(), file.string());
  }
  const int error = flock(lock, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
  if (error == 0 && has_name(lock, file)) return OwnedDirectory(path, lock);
  close(lock);
  if (error == 0 || error == EWOULDBLOCK) return std::nullopt;
  throw std::system_error(error, std::generic_category(), file.string());
}

OwnedDirectory::OwnedDirectory(OwnedDirectory&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

OwnedDirectory& OwnedDirectory::operator=(OwnedDirectory&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(lock_, other.lock_);
  return *this;
}

OwnedDirectory::~OwnedDirectory() {
  if (lock_ >= 0) close(lock_);
}

void OwnedDirectory::remove() {
  std::error_code error;  // ignored: another process may be checking the lock
  std::filesystem::remove_all(path_, error);
}

}  // namespace spandrop
