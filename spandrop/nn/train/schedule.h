// Learning rate schedules.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace spandrop::nn {

enum class Decay { constant, linear, cosine };

inline std::span<const std::string_view> names_of(Decay) {
  static constexpr std::array<std::string_view, 3> kNames{"constant", "linear", "cosine"};
  return kNames;
}

struct Schedule {
  // The highest learning rate.
  double learning_rate = 1e-3;
  // Number of steps in which the learning rate grows linearly from 0.
  std::int64_t warmup = 0;
  // How the learning rate decays to 0 between the warm-up and the last step.
  Decay decay = Decay::linear;
};

// The learning rate of step `step`, counted from 0, of `steps` steps.
double learning_rate_at(const Schedule& schedule, std::int64_t step, std::int64_t steps);

}  // namespace spandrop::nn
