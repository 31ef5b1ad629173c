#include "spandrop/io/files/raw_input.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace spandrop {
namespace {

constexpr std::size_t buffer_size = std::size_t{256} << 10;

[[noreturn]] void fail(int error, const std::string& what) {
  throw std::system_error(error, std::generic_category(), what);
}

}  // namespace

RawInput::RawInput(const std::string& name, std::stop_token stop)
    : name_(name == "-" ? "standard input" : name),
      buffer_(std::make_unique_for_overwrite<char[]>(buffer_size)) {
  // Otherwise opening a pipe would wait for its writer, and no stop request could end that.
  constexpr int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
  descriptor_ = name == "-" ? STDIN_FILENO : open(name.c_str(), flags);
  if (descriptor_ < 0) fail(errno, "cannot open " + name_);
  struct stat status;
  int error = fstat(descriptor_, &status) == 0 ? 0 : errno;
  if (error == 0 && S_ISDIR(status.st_mode)) error = EISDIR;
  if (error != 0) {
    if (descriptor_ != STDIN_FILENO) close(descriptor_);
    fail(error, "cannot open " + name_);
  }
  if (S_ISREG(status.st_mode)) {
    size_ = static_cast<std::uint64_t>(status.st_size);
  } else {
    waits_.emplace(std::move(stop));
  }
}

RawInput::~RawInput() {
  if (descriptor_ != STDIN_FILENO) close(descriptor_);
}

bool RawInput::fill(std::size_t wanted) {
  if (end_ - begin_ >= wanted) return true;
  std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  while (end_ < wanted && !at_end_) end_ += read_some(buffer_.get() + end_, buffer_size - end_);
  return end_ >= wanted;
}

void RawInput::take(std::size_t count) {
  begin_ += count;
  position_.store(position() + count, std::memory_order_relaxed);
}

std::size_t RawInput::read_directly(char* to, std::size_t size) {
  const std::size_t count = at_end_ ? 0 : read_some(to, size);
  position_.store(position() + count, std::memory_order_relaxed);
  return count;
}

std::size_t RawInput::read_some(char* to, std::size_t size) {
  for (;;) {
    if (waits_) waits_->wait(descriptor_, POLLIN);
    const ssize_t count = ::read(descriptor_, to, size);
    if (count < 0 && (errno == EINTR || (waits_ && errno == EAGAIN))) continue;
    if (count < 0) fail(errno, "cannot read " + name_);
    // Remembered, because a terminal would wait for more input after its first end of file.
    at_end_ = count == 0;
    return static_cast<std::size_t>(count);
  }
}

}  // namespace spandrop
