#include "spandrop/nn/train/schedule.h"

#include <cmath>
#include <numbers>

namespace spandrop::nn {

double learning_rate_at(const Schedule& schedule, std::int64_t step, std::int64_t steps) {
  // As in Hugging Face's schedules, the learning rate of step 0 of the warm-up is 0.
  if (step < schedule.warmup) {
    return schedule.learning_rate * double(step) / double(schedule.warmup);
  }
  const std::int64_t falling = steps - schedule.warmup;
  const double done = falling > 0 ? double(step - schedule.warmup) / double(falling) : 1.0;
  switch (schedule.decay) {
    case Decay::constant:
      return schedule.learning_rate;
    case Decay::linear:
      return schedule.learning_rate * (1 - done);
    case Decay::cosine:
      return schedule.learning_rate * 0.5 * (1 + std::cos(std::numbers::pi * done));
  }
  return schedule.learning_rate;
}

}  // namespace spandrop::nn
