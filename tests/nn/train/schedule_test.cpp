#include "spandrop/nn/train/schedule.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spandrop::nn {
namespace {

TEST(Schedule, FollowsItsClosedForm) {
  const std::int64_t steps = 110, warmup = 10;
  const double rate = 0.5, pi = std::acos(-1.0);
  for (std::int64_t i = 0; i < steps; ++i) {
    const double up = rate * double(i) / 10, done = double(i - warmup) / 100;
    const auto at = [&](Decay decay) { return learning_rate_at({rate, warmup, decay}, i, steps); };
    EXPECT_DOUBLE_EQ(at(Decay::constant), i < warmup ? up : rate);
    EXPECT_NEAR(at(Decay::linear), i < warmup ? up : rate * double(steps - i) / 100, 1e-12);
    EXPECT_NEAR(at(Decay::cosine), i < warmup ? up : rate * std::pow(std::cos(pi * done / 2), 2),
                1e-12);
  }
  EXPECT_EQ(learning_rate_at({rate, 0, Decay::linear}, 0, 10), rate);
  EXPECT_EQ(learning_rate_at({rate, 10, Decay::linear}, 4, 4),
            rate * 0.4);  // a warm-up that never ends
}

}  // namespace
}  // namespace spandrop::nn
