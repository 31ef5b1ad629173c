#include "spandrop/io/files/stop_event.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "spandrop/io/files/pipeline.h"

namespace spandrop {

StopEvent::StopEvent(std::stop_token stop) : stop_(std::move(stop)) {
  if (!stop_.stop_possible()) return;
  int ends[2];
  if (pipe(ends) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot make a pipe");
  readable_ = Descriptor(ends[0]);
  writable_ = Descriptor(ends[1]);
  for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  callback_.emplace(stop_, [end = ends[1]] {
    while (::write(end, "x", 1) < 0 && errno == EINTR) {
    }
  });
}

void StopEvent::wait(int descriptor, short events, int milliseconds) const {
  pollfd polled[] = {{descriptor, events, 0}, {readable_.get(), POLLIN, 0}};  // -1 is ignored
  for (;;) {
    if (stop_.stop_requested()) throw Cancelled();
    const int ready = poll(polled, 2, milliseconds);
    if (ready < 0 && errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "cannot wait for a file");
    }
    if (stop_.stop_requested()) throw Cancelled();
    if (ready == 0 || (ready > 0 && polled[0].revents != 0)) return;
  }
}

}  // namespace spandrop
