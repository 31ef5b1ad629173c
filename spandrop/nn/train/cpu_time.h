// CPU time, which measures the cost of a run even on a busy machine.
#pragma once

#include <ctime>

namespace spandrop::nn {

inline double cpu_seconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}
inline double process_cpu_seconds() { return cpu_seconds_of(CLOCK_PROCESS_CPUTIME_ID); }
inline double thread_cpu_seconds() { return cpu_seconds_of(CLOCK_THREAD_CPUTIME_ID); }

}  // namespace spandrop::nn
