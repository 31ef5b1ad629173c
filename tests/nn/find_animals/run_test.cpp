#include "spandrop/nn/find_animals/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <stop_token>

#include "spandrop/nn/train/trainer.h"
#include "tests/io/files/files.h"
#include "tests/nn/find_animals/small_options.h"

namespace spandrop::nn::find_animals {
namespace {

TEST(FindAnimalsRun, TestsTheLastAndTheBestStep) {
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
  // A second start only tests.
  EXPECT_EQ(run(options, directory / "run").scores, outcome.scores);
}

TEST(FindAnimalsRun, AStopSavesACheckpointAndTheNextStartResumes) {
  const TemporaryDirectory directory;
  Options options = small_options();
  options.data.length = 12;
  const Outcome whole = run(options, directory / "whole");
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(run(options, directory / "run", stop.get_token()), Stopped);
  EXPECT_TRUE(std::filesystem::exists(directory / "run/checkpoint.safetensors"));
  EXPECT_EQ(run(options, directory / "run").scores, whole.scores);
  EXPECT_EQ(load(directory / "run/last.safetensors"), load(directory / "whole/last.safetensors"));
}

TEST(FindAnimalsRun, OnlySettingsThatChangeTheResultMustBeTheSame) {
  const TemporaryDirectory directory;
  Options options = small_options();
  options.data.length = 12;
  const Outcome first = run(options, directory / "run");
  options.train.checkpoint_every = 7;
  EXPECT_EQ(run(options, directory / "run").scores, first.scores);
  const Outcome other = run(options, directory / "other");
  EXPECT_EQ(other.scores, first.scores);
  EXPECT_EQ(other.curve.rows, first.curve.rows);
  options.method.law.rate = 0.4;
  EXPECT_THAT(failure([&] { run(options, directory / "run"); }),
              testing::HasSubstr("other settings: rate was 0.1, now 0.4"));
}

}  // namespace
}  // namespace spandrop::nn::find_animals
