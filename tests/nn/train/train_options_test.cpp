#include "spandrop/nn/train/train_options.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/core/refusal.h"

namespace spandrop::nn {
namespace {

TEST(TrainOptions, MissingSeedsDefaultToSeed) {
  TrainOptions given;
  given.seed = 4;
  given.drop_seed = 9;
  given.init_seed = 0;
  const TrainOptions options = with_seeds(given);
  EXPECT_EQ(options.data_seed, 4);
  EXPECT_EQ(options.drop_seed, 9);
  EXPECT_EQ(options.dropout_seed, 4);
  EXPECT_EQ(options.init_seed, 0);
}

TEST(TrainOptions, WholeNumbersOutOfRangeAreRefused) {
  const auto why = [](std::int64_t TrainOptions::* field, std::int64_t value) {
    TrainOptions options;
    options.*field = value;
    return refusal([&] { check(options); });
  };
  EXPECT_EQ(why(&TrainOptions::steps, 0), "[train] expected steps of at least 1, got 0");
  EXPECT_EQ(why(&TrainOptions::accumulate, 5),
            "[train] expected a batch divisible by accumulate = 5, got 32");
  EXPECT_EQ(why(&TrainOptions::seed, -1), "[train] expected seed of at least 0, got -1");
  EXPECT_EQ(why(&TrainOptions::threads, 1025), "[train] expected at most 1024 threads, got 1025");
}

TEST(TrainOptions, NumbersOutOfRangeAreRefused) {
  const auto why = [](double TrainOptions::* field, double value) {
    TrainOptions options;
    options.*field = value;
    return refusal([&] { check(options); });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(why(&TrainOptions::beta1, 1), "[train] expected beta1 in [0, 1), got 1");
  EXPECT_EQ(why(&TrainOptions::beta2, -0.1), "[train] expected beta2 in [0, 1), got -0.1");
  EXPECT_EQ(why(&TrainOptions::epsilon, 0), "[train] expected epsilon above 0, got 0");
  EXPECT_EQ(why(&TrainOptions::clip, nan), "[train] expected clip of at least 0, got nan");
  TrainOptions options;
  options.schedule.learning_rate = 0;
  EXPECT_EQ(refusal([&] { check(options); }), "[train] expected learning_rate above 0, got 0");
}

}  // namespace
}  // namespace spandrop::nn
