#include "spandrop/nn/find_animals/task.h"

#include <gtest/gtest.h>

#include <string>

#include "spandrop/nn/train/trainer.h"
#include "tests/core/refusal.h"
#include "tests/io/files/files.h"
#include "tests/nn/find_animals/small_options.h"

namespace spandrop::nn::find_animals {
namespace {

using spandrop::find_animals::Method;
using spandrop::find_animals::Positions;

TEST(FindAnimalsTask, DrawingAndPackingTakesLessThanTwoPercentOfTraining) {
  const TemporaryDirectory directory;
  Options options = small_options();
  options.method = {
      .method = Method::beta, .law = {.rate = 0.1}, .noise_free = true};  // the slowest
  FindAnimalsTask task(options);
  const TrainResult result = train(task, options.train, directory / "run", "");
  const double share = result.prepare_seconds / result.cpu_seconds;
  EXPECT_GT(share, 0);
  EXPECT_LT(share, 0.02);
  RecordProperty("percent", std::to_string(100 * share));
}

TEST(FindAnimalsTask, DevAndTestAreNeverDropped) {
  Options options = small_options();
  const Evaluation whole = FindAnimalsTask(options).evaluate({});
  options.method = {.method = Method::drop, .law = {.rate = 0.9}};
  FindAnimalsTask task(options);
  const Evaluation dropped = task.evaluate({});
  EXPECT_EQ(dropped.scores, whole.scores);
  // The training loss depends on the drop.
  const std::vector<Visit> visits{{0, 0}, {1, 0}, {2, 0}, {3, 0}};
  const double loss = task.loss(*task.prepare(visits)).item<double>();
  options.method = {};
  FindAnimalsTask without(options);
  EXPECT_NE(loss, without.loss(*without.prepare(visits)).item<double>());
}

// Other positions change the loss, but not if nothing is dropped, and not on dev.
TEST(FindAnimalsTask, RandomStartMovesTheRemainingLetters) {
  const std::vector<Visit> visits{{0, 0}, {1, 0}, {2, 0}, {3, 0}};
  for (const Method method : {Method::none, Method::mask, Method::drop, Method::beta}) {
    Options options = small_options();
    options.method = {.method = method, .law = {.rate = 0.3}};
    FindAnimalsTask fixed(options);
    options.random_start = true;
    FindAnimalsTask moved(options);
    EXPECT_EQ(moved.evaluate({}).scores, fixed.evaluate({}).scores);
    const double loss = moved.loss(*moved.prepare(visits)).item<double>();
    const double before = fixed.loss(*fixed.prepare(visits)).item<double>();
    EXPECT_EQ(loss == before, method == Method::none || method == Method::mask);
  }
}

TEST(FindAnimalsTask, HeldOutSetsDoNotDependOnSeedAndPositions) {
  Options options = small_options();
  options.train.init_seed = 5;
  const double before = FindAnimalsTask(options).test_error(100);
  options.train.seed = 9;
  options.data.positions = Positions::first;
  EXPECT_EQ(FindAnimalsTask(options).test_error(100), before);
}

TEST(FindAnimalsTask, LengthsWithoutPositionsAreRefused) {
  Options options = small_options();
  options.test_lengths = {120};
  FindAnimalsTask task(options);
  EXPECT_NO_THROW(task.test_error(120));
  EXPECT_EQ(refusal([&] { task.test_error(121); }),
            "[find_animals] the model has no positions for length 121; add it to test_lengths when "
            "training");
}

}  // namespace
}  // namespace spandrop::nn::find_animals
