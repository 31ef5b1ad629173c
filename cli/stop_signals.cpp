#include "cli/stop_signals.h"

#include <unistd.h>

#include <chrono>
#include <thread>
#include <utility>

std::stop_token stop_on_signals(std::initializer_list<int> signals,
                                std::function<void()> too_late) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::stop_source stop;
  // A thread, because request_stop takes a lock and must not be called from a signal handler.
  std::thread([set, stop, too_late = std::move(too_late)]() mutable {
    int signal = 0;
    sigwait(&set, &signal);
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);  // this thread receives the next signal
    stop.request_stop();
    if (too_late) {
      std::this_thread::sleep_for(std::chrono::milliseconds(900));
      too_late();
    }
    while (true) pause();
  }).detach();
  return stop.get_token();
}
