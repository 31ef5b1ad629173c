#include "spandrop/io/files/output_file.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <system_error>

namespace spandrop {
namespace {

// The open file behind a name such as /dev/stderr or /dev/fd/3. It may be a log that others write
// to, so it must be appended to and not replaced.
std::optional<int> open_descriptor(std::string_view name) {
  if (name == "/dev/stdout") return STDOUT_FILENO;
  if (name == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view directory : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!name.starts_with(directory)) continue;
    int number = 0;
    const char* const end = name.data() + name.size();
    const auto [last, error] = std::from_chars(name.data() + directory.size(), end, number);
    if (error == std::errc() && last == end) return number;
  }
  return std::nullopt;
}

}  // namespace

std::string file_behind(const std::string& name) {
  namespace fs = std::filesystem;
  fs::path path = name;
  std::error_code error;
  for (int links = 0; fs::is_symlink(path, error); ++links) {
    if (links == 40) {
      throw std::system_error(ELOOP, std::generic_category(), "cannot write " + name);
    }
    path = path.parent_path() / fs::read_symlink(path);  // or the target, if that is absolute
  }
  return path;
}

int sync_directory_of(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path();
  const int directory = open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_CLOEXEC);
  if (directory < 0) return errno;
  // Some file systems do not support this and return EINVAL.
  const int error = fsync(directory) == 0 || errno == EINVAL ? 0 : errno;
  ::close(directory);
  return error;
}

OutputFile::OutputFile(const std::string& name, const std::stop_token& stop)
    : name_(name == "-" ? "standard output" : name), path_(name) {
  if (name == "-") {
    descriptor_ = STDOUT_FILENO;
    wait_for_reader(stop);
    return;
  }
  if (name.empty()) fail(ENOENT);
  if (const std::optional<int> given = open_descriptor(name)) {
    descriptor_ = fcntl(*given, F_DUPFD_CLOEXEC, 0);
    if (descriptor_ < 0) fail(errno);
    wait_for_reader(stop);
    return;
  }
  struct stat status;
  const bool exists = stat(name.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {  // a rename would replace the device with a file
    open_directly(S_ISFIFO(status.st_mode), stop);
    return;
  }
  path_ = file_behind(name);
  partial_ = path_ + ".partial";
  open_partial();
  if (exists) keep_mode(status.st_mode);
}

// Opens a device or a pipe. A pipe without a reader cannot be opened yet.
void OutputFile::open_directly(bool is_pipe, const std::stop_token& stop) {
  const StopEvent event(stop);
  const int flags = O_WRONLY | O_CLOEXEC | (stop.stop_possible() ? O_NONBLOCK : 0);
  for (;;) {
    descriptor_ = open(path_.c_str(), flags);
    if (descriptor_ >= 0) break;
    if (errno != ENXIO || !is_pipe || !stop.stop_possible()) fail(errno);
    event.wait(-1, 0, 20);
  }
  wait_for_reader(stop);
}

// Prepares an output that can keep its writer waiting, so that a stop request ends the wait.
void OutputFile::wait_for_reader(const std::stop_token& stop) {
  struct stat status;
  if (!stop.stop_possible() || fstat(descriptor_, &status) != 0) return;
  const bool is_pipe = S_ISFIFO(status.st_mode);
  if (!is_pipe && !S_ISSOCK(status.st_mode) && !isatty(descriptor_)) return;
  waits_.emplace(stop);
  is_nonblocking_ = (fcntl(descriptor_, F_GETFL) & O_NONBLOCK) != 0;
  if (!is_pipe || is_nonblocking_) return;
  // Other processes share this open file, so its flags must not change. A pipe can be opened again.
  const std::string again = "/proc/self/fd/" + std::to_string(descriptor_);
  const int own = open(again.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
  if (own < 0) return;
  close();
  descriptor_ = own;
  is_nonblocking_ = true;
}

OutputFile::~OutputFile() {
  // Removed while the lock is held, so never the partial file of another process.
  if (descriptor_ >= 0 && !partial_.empty()) unlink(partial_.c_str());
  close();
}

void OutputFile::write(std::string_view bytes) {
  if (descriptor_ < 0) throw std::logic_error("[OutputFile::write] " + name_ + " is committed");
  while (!bytes.empty()) {
    // A write that blocks cannot be stopped; one of this size does not block once poll() returns.
    std::string_view piece = bytes;
    if (waits_ && !is_nonblocking_) {
      waits_->wait(descriptor_, POLLOUT);
      piece = piece.substr(0, PIPE_BUF);
    }
    const ssize_t count = ::write(descriptor_, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      (waits_ ? *waits_ : waits_.emplace(std::stop_token())).wait(descriptor_, POLLOUT);
      continue;
    }
    if (count < 0) fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(count));
    written_ += count;
  }
  synced_ = false;
  store_ahead();
}

// Asks the system to start writing back, so that the final sync has little to do.
void OutputFile::store_ahead() {
#ifdef __linux__
  constexpr off_t enough = 8 << 20;
  if (partial_.empty() || written_ - stored_ < enough) return;
  sync_file_range(descriptor_, stored_, written_ - stored_, SYNC_FILE_RANGE_WRITE);  // only a hint
  stored_ = written_;
#endif
}

std::uint64_t OutputFile::sync() {
  if (descriptor_ < 0) throw std::logic_error("[OutputFile::sync] " + name_ + " is committed");
  if (!partial_.empty() && !synced_ && fsync(descriptor_) != 0) fail(errno);
  synced_ = true;
  return static_cast<std::uint64_t>(written_);
}

void OutputFile::commit() {
  if (descriptor_ < 0) throw std::logic_error("[OutputFile::commit] " + name_ + " is committed");
  if (!partial_.empty()) {
    sync();
    if (std::rename(partial_.c_str(), path_.c_str()) != 0) fail(errno);
    partial_.clear();
    if (const int error = sync_directory_of(path_); error != 0) fail(error);
  }
  close();
}

void OutputFile::open_partial() {
  for (;;) {
    // Not truncated here: until it is locked, it may belong to another process.
    descriptor_ = open(partial_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail(errno);
    bool ours = false;
    try {
      ours = lock_partial();
      if (ours && ftruncate(descriptor_, 0) != 0) fail(errno);
    } catch (...) {
      close();
      throw;
    }
    if (ours) return;
    close();
  }
}

// Gives the new file the permissions of the file that it will replace.
void OutputFile::keep_mode(unsigned mode) {
  constexpr unsigned permissions = 0777;
  struct stat status;
  if (fstat(descriptor_, &status) == 0 && ((status.st_mode ^ mode) & permissions) == 0) return;
  if (fchmod(descriptor_, mode & permissions) == 0) return;
  const int error = errno;
  unlink(partial_.c_str());
  close();
  fail(error);
}

// Locks the open partial file; returns false if it was renamed or removed in the meantime.
bool OutputFile::lock_partial() {
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) {
      throw std::runtime_error("cannot write " + name_ + ": another process is writing it (" +
                               partial_ + " is locked)");
    }
    // Some network file systems have no locks; the user must then avoid two writers.
    if (errno != ENOSYS && errno != ENOLCK && errno != EOPNOTSUPP) fail(errno);
  }
  struct stat opened;
  struct stat named;
  if (fstat(descriptor_, &opened) != 0) fail(errno);
  return stat(partial_.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

void OutputFile::close() {
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) ::close(descriptor_);
  descriptor_ = -1;
}

void OutputFile::fail(int error) const {
  throw std::system_error(error, std::generic_category(), "cannot write " + name_);
}

}  // namespace spandrop
