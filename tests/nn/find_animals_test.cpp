// FindAnimals on the engine.
#include <gtest/gtest.h>

#include <string>

#include "spandrop/nn/find_animals/run.h"
#include "spandrop/nn/find_animals/task.h"
#include "spandrop/nn/trainer.h"
#include "tests/core/refusal.h"
#include "tests/io/files/files.h"

namespace spandrop::nn::find_animals {
namespace {

using spandrop::find_animals::Method;
using spandrop::find_animals::Positions;

// Everything but the number of steps and examples as experiments have it.
Options small_options() {
  Options options;
  options.data.length = 100;
  options.train_size = 64;
  options.dev_size = options.test_size = 64;
  options.train.steps = 12;
  return options;
}

TEST(FindAnimals, DrawsAndPackingTakeLessThanTwoPercentOfTraining) {
  const TemporaryDirectory directory;
  Options options = small_options();
  options.method = {.method = Method::beta, .rate = 0.1, .noise_free = true};  // the dearest
  FindAnimalsTask task(options);
  const TrainResult result = train(task, options.train, directory / "run", "");
  const double share = result.prepare_seconds / result.cpu_seconds;
  EXPECT_GT(share, 0);
  EXPECT_LT(share, 0.02);
  RecordProperty("percent", std::to_string(100 * share));
}

TEST(FindAnimals, DevAndTestAreNeverDropped) {
  Options options = small_options();
  const Evaluation whole = FindAnimalsTask(options).evaluate();
  options.method = {.method = Method::drop, .rate = 0.9};
  FindAnimalsTask task(options);
  const Evaluation dropped = task.evaluate();
  EXPECT_EQ(dropped.scores, whole.scores);
  // The training loss sees the drop: other tokens, another loss.
  const std::vector<Visit> visits{{0, 0}, {1, 0}, {2, 0}, {3, 0}};
  const double loss = task.loss(*task.prepare(visits)).item<double>();
  options.method = {};
  FindAnimalsTask without(options);
  EXPECT_NE(loss, without.loss(*without.prepare(visits)).item<double>());
}

// The same tokens at other positions: another loss, but not where nothing is dropped, nor on dev.
TEST(FindAnimals, RandomStartMovesWhatADropLeaves) {
  const std::vector<Visit> visits{{0, 0}, {1, 0}, {2, 0}, {3, 0}};
  for (const Method method : {Method::none, Method::mask, Method::drop, Method::beta}) {
    Options options = small_options();
    options.method = {.method = method, .rate = 0.3};
    FindAnimalsTask fixed(options);
    options.random_start = true;
    FindAnimalsTask moved(options);
    EXPECT_EQ(moved.evaluate().scores, fixed.evaluate().scores);
    const double loss = moved.loss(*moved.prepare(visits)).item<double>();
    const double before = fixed.loss(*fixed.prepare(visits)).item<double>();
    EXPECT_EQ(loss == before, method == Method::none || method == Method::mask);
  }
}

TEST(FindAnimals, HeldOutSetsAreTheSameForAllSeedsAndPositions) {
  Options options = small_options();
  options.train.init_seed = 5;
  const double before = FindAnimalsTask(options).test_error(100);
  options.train.seed = 9;
  options.data.positions = Positions::first;
  EXPECT_EQ(FindAnimalsTask(options).test_error(100), before);
}

TEST(FindAnimals, RunTestsTheLastAndTheBestStep) {
  const TemporaryDirectory directory;
  Options options = small_options();
  options.data.length = 12;
  options.test_lengths = {20};
  options.train.evaluate_every = 4;
  const Outcome outcome = run(options, directory / "run");
  ASSERT_EQ(outcome.curve.rows.size(), 3u);
  EXPECT_EQ(outcome.curve.rows.back()[0], 12);
  EXPECT_EQ(outcome.scores.at("dev_error"), outcome.curve.rows.back()[3]);
  double best = 100;
  for (const std::vector<double>& row : outcome.curve.rows) best = std::min(best, row[3]);
  EXPECT_EQ(outcome.scores.at("best_dev_error"), best);
  EXPECT_TRUE(outcome.scores.contains("test_error_at_20"));
  // Started again, it only tests.
  EXPECT_EQ(run(options, directory / "run").scores, outcome.scores);
}

TEST(FindAnimals, LengthsWithoutPositionsAreRefused) {
  Options options = small_options();
  options.test_lengths = {120};
  FindAnimalsTask task(options);
  EXPECT_NO_THROW(task.test_error(120));
  EXPECT_EQ(refusal([&] { task.test_error(121); }),
            "[findanimals] expected a length that the model has positions for, got 121: name it in "
            "test_lengths when training");
}

}  // namespace
}  // namespace spandrop::nn::find_animals
