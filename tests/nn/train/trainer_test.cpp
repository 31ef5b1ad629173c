#include "spandrop/nn/train/trainer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <new>
#include <stop_token>
#include <string>

#include "spandrop/nn/formats/safetensors.h"
#include "tests/io/files/files.h"
#include "tests/nn/train/fake_task.h"

namespace spandrop::nn {
namespace {

using testing::HasSubstr;

TrainOptions quick_options() {
  return {.steps = 120,
          .batch = 6,
          .accumulate = 2,
          .schedule = {.learning_rate = 0.05, .warmup = 5},
          .evaluate_every = 30,
          .checkpoint_every = 40,
          .seed = 3};
}

// The metrics, without those that depend on time.
std::vector<std::pair<std::int64_t, std::map<std::string, double>>> lasting(
    const std::vector<Metrics>& metrics) {
  std::vector<std::pair<std::int64_t, std::map<std::string, double>>> all;
  for (const Metrics& each : metrics) {
    all.emplace_back(each.step, each.values);
    all.back().second.erase("examples_per_second");
  }
  return all;
}

// Trains a new task until `steps` steps are done; -1 for all.
TrainResult train_until(std::int64_t steps, const std::string& directory, double dropout = 0.3) {
  FakeTask task;
  task.dropout = dropout;
  std::stop_source stop;
  std::int64_t losses = 0;
  task.on_loss = [&](at::Tensor loss) {
    if (++losses == 2 * steps) stop.request_stop();
    return loss;
  };
  return train(task, quick_options(), directory, "settings", stop.get_token());
}

TEST(Trainer, LearnsAndWritesItsFiles) {
  const TemporaryDirectory directory;
  const TrainResult result = train_until(-1, directory / "run", 0);
  const double error = result.metrics.back().values.at("error");
  EXPECT_LT(error, 0.3);
  EXPECT_GT(result.cpu_seconds, 0);
  double best = INFINITY;
  std::int64_t best_step = 0;
  for (const Metrics& each : result.metrics) {
    if (!each.values.contains("error") || each.values.at("error") >= best) continue;
    best = each.values.at("error");
    best_step = each.step;
  }
  EXPECT_EQ(result.best_step, best_step);
  for (const char* name : {"best", "last"}) {
    const at::Tensor slope =
        load_tensors(directory / ("run/" + std::string(name) + ".safetensors")).tensors.at("slope");
    EXPECT_NEAR((slope - 1).abs().sum().item<double>(), name[0] == 'b' ? best : error, 1e-6);
  }
}

TEST(Trainer, AStopAnywhereChangesNothing) {
  const TemporaryDirectory directory;
  const TrainResult whole = train_until(-1, directory / "whole");
  // The first step, one between, at metrics, at a checkpoint, at an evaluation, near the end.
  for (const std::int64_t steps : {1, 17, 50, 80, 90, 119}) {
    const std::string run = directory / std::to_string(steps);
    EXPECT_THROW(train_until(steps, run), Stopped);
    const TrainResult resumed = train_until(-1, run);
    EXPECT_EQ(load(run + "/last.safetensors"), load(directory / "whole/last.safetensors"));
    EXPECT_EQ(load(run + "/best.safetensors"), load(directory / "whole/best.safetensors"));
    EXPECT_EQ(resumed.best_step, whole.best_step);
    EXPECT_EQ(lasting(resumed.metrics), lasting(whole.metrics)) << steps;
  }
}

TEST(Trainer, ACrashAfterMetricsOfLaterStepsChangesNothing) {
  const TemporaryDirectory directory;
  const TrainResult whole = train_until(-1, directory / "whole");
  FakeTask task;
  task.dropout = 0.3;
  std::int64_t losses = 0;
  task.on_loss = [&](at::Tensor loss) {
    if (++losses > 2 * 70) throw std::bad_alloc();  // checkpoint at 40, metrics at 50
    return loss;
  };
  EXPECT_THROW(train(task, quick_options(), directory / "run", "settings"), std::bad_alloc);
  // The crash also leaves an incomplete line.
  std::ofstream(directory / "run/metrics.jsonl", std::ios::app) << "{\"step\":60,\"wa";
  const TrainResult resumed = train_until(-1, directory / "run");
  EXPECT_EQ(lasting(resumed.metrics), lasting(whole.metrics));
  EXPECT_EQ(load(directory / "run/last.safetensors"), load(directory / "whole/last.safetensors"));
  EXPECT_EQ(load(directory / "run/best.safetensors"), load(directory / "whole/best.safetensors"));
}

TEST(Trainer, AStopEndsAnEvaluationAndChangesNothing) {
  const TemporaryDirectory directory;
  const TrainResult whole = train_until(-1, directory / "whole");
  for (const int evaluation : {1, 2, 4}) {  // at steps 30, 60 and 120, the last
    const std::string run = directory / std::to_string(evaluation);
    FakeTask task;
    task.dropout = 0.3;
    std::stop_source stop;
    int evaluations = 0;
    task.on_evaluate = [&] {
      if (++evaluations == evaluation) stop.request_stop();
    };
    EXPECT_THROW(train(task, quick_options(), run, "settings", stop.get_token()), Stopped);
    EXPECT_EQ(task.visited.size(), std::size_t(evaluation * 30 * 6));
    FakeTask next;
    next.dropout = 0.3;
    const TrainResult resumed = train(next, quick_options(), run, "settings");
    EXPECT_EQ(next.visited.size(), std::size_t((120 - evaluation * 30) * 6));  // none is repeated
    EXPECT_EQ(lasting(resumed.metrics), lasting(whole.metrics));
    EXPECT_EQ(load(run + "/best.safetensors"), load(directory / "whole/best.safetensors"));
  }
}

TEST(Trainer, TheBestWeightsBelongToTheBestStepAfterACrash) {
  const TemporaryDirectory directory;
  FakeTask task;
  std::int64_t losses = 0;
  task.on_loss = [&](at::Tensor loss) {
    if (++losses > 2 * 100) throw std::bad_alloc();  // checkpoint at 80, better weights at 90
    return loss;
  };
  EXPECT_THROW(train(task, quick_options(), directory / "run", "settings"), std::bad_alloc);
  FakeTask other;  // as if another device computed worse scores
  other.on_score = [](double score) { return score + 100; };
  const TrainResult resumed = train(other, quick_options(), directory / "run", "settings");
  EXPECT_EQ(resumed.best_step, 60);
  EXPECT_EQ(load_tensors(directory / "run/best.safetensors").metadata.at("step"), "60");
  EXPECT_FALSE(std::filesystem::exists(directory / "run/best.next.safetensors"));
}

TEST(Trainer, AnyScoreIsBetterThanNaN) {
  const TemporaryDirectory directory;
  FakeTask task;
  int evaluations = 0;
  task.on_score = [&](double score) { return ++evaluations == 2 ? score : NAN; };
  const TrainResult result = train(task, quick_options(), directory / "run", "settings");
  EXPECT_EQ(result.best_step, 60);
  FakeTask again;
  EXPECT_EQ(lasting(train(again, quick_options(), directory / "run", "settings").metrics).size(),
            result.metrics.size());  // the NaNs can be read back
}

TEST(Trainer, GroupsHaveTheirOwnLearningRate) {
  const TemporaryDirectory directory;
  struct TwoRates : FakeTask {
    std::vector<ParameterGroup> parameter_groups() override {
      const std::vector<at::Tensor> all = model().parameters();
      return {{{all[0]}, 0}, {{all[1]}, 1}};
    }
  } task;
  train(task, quick_options(), directory / "run", "settings");
  EXPECT_EQ(task.weights()[0].second.abs().sum().item<double>(), 0);
  EXPECT_NE(task.weights()[1].second.abs().sum().item<double>(), 0);
}

TEST(Trainer, EachSeedMatters) {
  const TemporaryDirectory directory;
  const auto weights = [&](const TrainOptions& options, const std::string& name) {
    FakeTask task;
    task.dropout = 0.3;
    train(task, options, directory / name, "");
    return load(directory / (name + "/last.safetensors"));
  };
  TrainOptions options = quick_options();
  const std::string before = weights(options, "before");
  EXPECT_EQ(weights(options, "again"), before);
  options.data_seed = 8;
  EXPECT_NE(weights(options, "data"), before);
  options = quick_options();
  options.dropout_seed = 8;
  EXPECT_NE(weights(options, "dropout"), before);
}

// Also if the halves have different numbers of labels.
TEST(Trainer, TwoAccumulatedHalvesEqualOneBatch) {
  const TemporaryDirectory directory;
  FakeTask whole, halves;
  whole.some_have_no_label = halves.some_have_no_label = true;
  TrainOptions options = quick_options();
  options.steps = 20;
  const TrainResult in_two = train(halves, options, directory / "halves", "");
  options.accumulate = 1;
  const TrainResult in_one = train(whole, options, directory / "whole", "");
  for (std::size_t i = 0; i < whole.weights().size(); ++i) {
    EXPECT_LT(distance(halves.weights()[i].second, whole.weights()[i].second), 1e-6);
  }
  ASSERT_EQ(in_two.metrics.size(), in_one.metrics.size());
  for (std::size_t i = 0; i < in_one.metrics.size(); ++i) {
    const double loss = in_one.metrics[i].values.at("loss");
    EXPECT_NEAR(in_two.metrics[i].values.at("loss"), loss, 1e-6 * std::max(loss, 1.0));
  }
  EXPECT_EQ(whole.visited.size(), 20u * 6u);
}

TEST(Trainer, ANaNEndsTrainingAndTheMessageNamesTheStep) {
  const TemporaryDirectory directory;
  FakeTask task;
  std::int64_t losses = 0;
  task.on_loss = [&](at::Tensor loss) { return ++losses == 2 * 45 ? loss * NAN : loss; };
  const std::string message =
      failure([&] { train(task, quick_options(), directory / "run", "settings"); });
  EXPECT_THAT(message, HasSubstr("step 45: the loss is nan"));
  // The checkpoint of step 40 is intact: without the NaN, training resumes from there.
  EXPECT_NO_THROW(train_until(-1, directory / "run"));
}

TEST(Trainer, ExceptionsOfPrepareReachTheCaller) {
  const TemporaryDirectory directory;
  FakeTask task;
  task.on_prepare = [](std::span<const Visit> visits) {
    if (visits[0].epoch == 3) throw std::runtime_error("no such example");
  };
  EXPECT_EQ(failure([&] { train(task, quick_options(), directory / "run", ""); }),
            "no such example");
  EXPECT_EQ(task.visited.size(), 3u * 20u);  // all earlier ones were used
}

TEST(Trainer, ADirectoryOfOtherSettingsIsRefused) {
  const TemporaryDirectory directory;
  train_until(-1, directory / "run");
  FakeTask task;
  const std::string message =
      failure([&] { train(task, quick_options(), directory / "run", "others"); });
  EXPECT_THAT(message, HasSubstr("run/checkpoint.safetensors"));
  EXPECT_THAT(message, HasSubstr("other settings: settings"));
}

TEST(Trainer, ADamagedCheckpointIsNamed) {
  const TemporaryDirectory directory;
  EXPECT_THROW(train_until(20, directory / "run"), Stopped);
  const std::string path = directory / "run/checkpoint.safetensors", whole = load(path);
  const auto message = [&](const std::string& bytes) {
    store(path, bytes);
    FakeTask task;
    return failure([&] { train(task, quick_options(), directory / "run", "settings"); });
  };
  EXPECT_THAT(message(whole.substr(0, whole.size() / 2)), HasSubstr(path + ": "));
  EXPECT_THAT(message(""), HasSubstr("too short"));
  std::string other = whole;
  other.replace(other.find("\"step\":\"20\""), 11, "\"step\":\"xx\"");
  EXPECT_THAT(message(other), HasSubstr("expected a number for step, got xx"));
  other = whole;
  other.replace(other.find("slope"), 5, "SLOPE");
  EXPECT_THAT(message(other), HasSubstr("missing weight slope"));
  FakeTask task;
  save_tensors(path, task.weights());
  EXPECT_THAT(message(load(path)), HasSubstr("not a checkpoint"));
}

TEST(Trainer, AFinishedRunIsNotTrainedAgain) {
  const TemporaryDirectory directory;
  const TrainResult first = train_until(-1, directory / "run");
  FakeTask task;
  const TrainResult second = train(task, quick_options(), directory / "run", "settings");
  EXPECT_TRUE(task.visited.empty());
  EXPECT_EQ(lasting(second.metrics), lasting(first.metrics));
  EXPECT_EQ(second.best_step, first.best_step);
}

}  // namespace
}  // namespace spandrop::nn
