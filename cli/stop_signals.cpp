#include "cli/stop_signals.h"

#include <unistd.h>

#include <thread>

std::stop_token stop_on_signals(std::initializer_list<int> signals) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::stop_source stop;
  // A thread, because request_stop takes a lock and must not be called from a signal handler.
  std::thread([set, stop]() mutable {
    int signal = 0;
    sigwait(&set, &signal);
    stop.request_stop();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);  // this thread receives the next signal
    while (true) pause();
  }).detach();
  return stop.get_token();
}
