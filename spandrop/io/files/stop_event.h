// Waits for a pipe or terminal without missing a stop request.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include "spandrop/io/files/descriptor.h"

namespace spandrop {

class StopEvent {
 public:
  // A token that can never be stopped is fine. Throws std::system_error if there are too many open
  // files.
  explicit StopEvent(std::stop_token stop);

  // Waits until the descriptor is ready for `events` (POLLIN or POLLOUT) or has failed, at most
  // `milliseconds` unless they are negative. Throws Cancelled if a stop is requested. Without a
  // descriptor (-1), waits only for the stop.
  void wait(int descriptor, short events, int milliseconds = -1) const;

 private:
  std::stop_token stop_;
  Descriptor readable_, writable_;  // a pipe that gets a byte when a stop is requested
  std::optional<std::stop_callback<std::function<void()>>> callback_;
};

}  // namespace spandrop
