// The learning rate of each step.
#pragma once

#include <cstdint>

namespace spandrop::nn {

enum class Decay { constant, linear, cosine };

struct Schedule {
  // The highest learning rate.
  double rate = 1e-3;
  // Steps in which the rate grows from 0 to its highest.
  std::int64_t warmup = 0;
  // How the rate falls to 0 at the last step, after the warm-up.
  Decay decay = Decay::linear;
};

// The learning rate of step `step`, counted from 0, of `steps`.
double rate_at(const Schedule& schedule, std::int64_t step, std::int64_t steps);

}  // namespace spandrop::nn
