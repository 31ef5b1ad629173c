#include "spandrop/lab/stop_on_signal.h"

#include <signal.h>
#include <unistd.h>

#include <thread>

namespace spandrop::lab {

void stop_on_signals(std::initializer_list<int> signals, std::stop_source stop) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::thread([set, stop]() mutable {
    int signal = 0;
    sigwait(&set, &signal);
    stop.request_stop();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);  // the second one reaches this thread
    while (true) pause();
  }).detach();
}

}  // namespace spandrop::lab
