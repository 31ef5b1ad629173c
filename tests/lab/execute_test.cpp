#include "spandrop/lab/execute.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spandrop/lab/paper/figure2.h"
#include "spandrop/lab/results.h"
#include "spandrop/nn/train/trainer.h"
#include "tests/io/files/files.h"

namespace spandrop::lab {
namespace {

Run run_of(Kind kind, const Settings& settings) { return {kind, completed(kind, settings)}; }

TEST(Execute, ATheoryRunIsATableOfFigure2) {
  const TemporaryDirectory directory;
  const nn::Outcome outcome =
      execute(run_of(Kind::theory, {{"table", "noise"}}), directory / "", {});
  EXPECT_EQ(outcome.curve.columns, make_figure("noise").columns);
  EXPECT_EQ(outcome.curve.rows, make_figure("noise").rows);
  EXPECT_EQ(directory.size(), 0u);
}

TEST(Execute, ANoiseRunHasTheNoiseInPercent) {
  const TemporaryDirectory directory;
  const auto noise = [&](const std::string& method) {
    return execute(run_of(Kind::noise, {{"length", 10}, {"draws", 200}, {"method", method}}),
                   directory / "", {})
        .scores.at("noise");
  };
  EXPECT_EQ(noise("none"), 0);
  EXPECT_GT(noise("drop"), 0);
}

TEST(Execute, ADivergedRunIsAResult) {
  const TemporaryDirectory directory;
  const auto run = run_of(Kind::find_animals, {{"length", 10},
                                               {"train_size", 16},
                                               {"dev_size", 16},
                                               {"test_size", 16},
                                               {"batch", 8},
                                               {"steps", 40},
                                               {"warmup", 0},
                                               {"clip", 0},
                                               {"learning_rate", 1e30}});
  const nn::Outcome outcome = execute(run, directory / "", {});
  EXPECT_TRUE(outcome.scores.empty());
  EXPECT_THAT(outcome.diverged, testing::HasSubstr("step "));
  EXPECT_EQ(outcome_of(result_of(run, outcome, 1)).diverged, outcome.diverged);
}

TEST(Execute, ATrainingRunKeepsItsCheckpointWhenItIsStopped) {
  const TemporaryDirectory directory;
  const auto run = run_of(Kind::find_animals, {{"length", 10},
                                               {"train_size", 16},
                                               {"dev_size", 16},
                                               {"test_size", 16},
                                               {"batch", 8},
                                               {"steps", 4}});
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(execute(run, directory / "", stop.get_token()), nn::Stopped);
  EXPECT_TRUE(std::filesystem::exists(directory / "checkpoint.safetensors"));
  EXPECT_TRUE(execute(run, directory / "", {}).scores.contains("test_error"));
}

}  // namespace
}  // namespace spandrop::lab
