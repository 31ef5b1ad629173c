#include "spandrop/nn/train/checkpoint.h"

#include <ATen/ops/full.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <cmath>
#include <limits>
#include <random>

#include "spandrop/nn/formats/safetensors.h"
#include "tests/io/files/files.h"
#include "tests/nn/tensors.h"

namespace spandrop::nn {
namespace {

using testing::HasSubstr;

const std::string kFingerprint = R"({"rate":0.1,"steps":200})";
const TrainState kState{.step = 120,
                        .best_step = 90,
                        .best_goal = 0.1 + 0.2,
                        .loss_sum = 1.0 / 3,
                        .loss_steps = 20,
                        .cpu_seconds = 1e-7};

class Checkpoint : public testing::Test {
 protected:
  Checkpoint() { save_checkpoint(path_, saved_, kState, kFingerprint); }

  // Loads into zeros, and checks that a refusal leaves them zero.
  std::string refusal_of(const NamedTensors& into, const std::string& fingerprint = kFingerprint) {
    const std::string message = failure([&] { load_checkpoint(path_, into, fingerprint); });
    for (const auto& [name, tensor] : into) EXPECT_EQ(largest(tensor), 0) << name;
    return message;
  }

  NamedTensors zeros() const {
    NamedTensors all;
    for (const auto& [name, tensor] : saved_) all.emplace_back(name, at::zeros_like(tensor));
    return all;
  }

  // Whether the first checkpoint is still there, and nothing else.
  void expect_first_checkpoint() {
    const NamedTensors loaded = zeros();
    const auto state = load_checkpoint(path_, loaded, kFingerprint);
    ASSERT_TRUE(state);
    EXPECT_EQ(state->step, kState.step);
    for (std::size_t i = 0; i < saved_.size(); ++i) {
      EXPECT_TRUE(same(loaded[i].second, saved_[i].second));
    }
    EXPECT_EQ(directory_.size(), 1u);
  }

  std::mt19937_64 random_{1};
  NamedTensors saved_{{"a", random_tensor({3, 5}, random_)},
                      {"b", random_tensor({4}, random_)},
                      {"optimiser.0.0.steps", at::full({}, 120.0f)}};
  TemporaryDirectory directory_;
  std::string path_ = directory_ / "checkpoint.safetensors";
};

TEST_F(Checkpoint, RoundTripIsExact) {
  const NamedTensors loaded = zeros();
  const auto state = load_checkpoint(path_, loaded, kFingerprint);
  ASSERT_TRUE(state);
  EXPECT_EQ(state->step, kState.step);
  EXPECT_EQ(state->best_step, kState.best_step);
  EXPECT_EQ(state->best_goal, kState.best_goal);
  EXPECT_EQ(state->loss_sum, kState.loss_sum);
  EXPECT_EQ(state->loss_steps, kState.loss_steps);
  EXPECT_EQ(state->cpu_seconds, kState.cpu_seconds);
  for (std::size_t i = 0; i < saved_.size(); ++i) {
    EXPECT_TRUE(same(loaded[i].second, saved_[i].second)) << saved_[i].first;
  }
}

TEST_F(Checkpoint, NumbersThatAreNotFiniteAreKept) {
  TrainState odd = kState;
  odd.best_goal = INFINITY;
  odd.loss_sum = NAN;
  save_checkpoint(path_, saved_, odd, kFingerprint);
  const auto state = load_checkpoint(path_, zeros(), kFingerprint);
  ASSERT_TRUE(state);
  EXPECT_EQ(state->best_goal, INFINITY);
  EXPECT_TRUE(std::isnan(state->loss_sum));
}

TEST_F(Checkpoint, WithoutAFileThereIsNone) {
  const NamedTensors into = zeros();
  EXPECT_FALSE(load_checkpoint(directory_ / "none.safetensors", into, kFingerprint));
  for (const auto& [name, tensor] : into) EXPECT_EQ(largest(tensor), 0) << name;
}

TEST_F(Checkpoint, ATruncatedFileIsRefused) {
  const std::string whole = load(path_);
  const NamedTensors into = zeros();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    store(path_, whole.substr(0, size));
    ASSERT_THAT(refusal_of(into), HasSubstr(path_ + ": ")) << size;
  }
}

TEST_F(Checkpoint, AnotherShapeIsRefusedBeforeAnythingIsLoaded) {
  NamedTensors into = zeros();
  into[1].second = at::zeros({2, 2});
  EXPECT_EQ(refusal_of(into), path_ + ": expected shape [2, 2] for b, got [4]");
}

TEST_F(Checkpoint, AMissingTensorIsRefusedBeforeAnythingIsLoaded) {
  NamedTensors into = zeros();
  into.emplace_back("c", at::zeros({1}));
  EXPECT_EQ(refusal_of(into), path_ + ": missing weight c");
}

TEST_F(Checkpoint, OtherSettingsAreRefusedWithTheirDifference) {
  const std::string begin = path_ + ": belongs to a run with other settings: ";
  EXPECT_EQ(refusal_of(zeros(), R"({"rate":0.2,"steps":200})"), begin + "rate was 0.1, now 0.2");
  EXPECT_EQ(refusal_of(zeros(), R"({"rate":0.1,"seed":3,"steps":100})"),
            begin + "seed was none, now 3; steps was 200, now 100");
}

TEST_F(Checkpoint, AFileOfWeightsIsNoCheckpoint) {
  save_tensors(path_, saved_);
  EXPECT_EQ(refusal_of(zeros()), path_ + ": not a checkpoint: missing required field fingerprint");
}

TEST_F(Checkpoint, AFailedSaveKeepsTheLastOne) {
  NamedTensors unsupported = saved_;
  unsupported.emplace_back("double", at::zeros({2}, at::kDouble));
  TrainState later = kState;
  later.step = 130;
  EXPECT_THROW(save_checkpoint(path_, unsupported, later, kFingerprint), std::invalid_argument);
  expect_first_checkpoint();
}

TEST_F(Checkpoint, AFullDiskKeepsTheLastOne) {
  TrainState later = kState;
  later.step = 130;
  // No file may grow beyond this limit, which is less than the tensors need.
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{100, before.rlim_max};
  const auto handler = signal(SIGXFSZ, SIG_IGN);  // write() fails instead
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message = failure([&] { save_checkpoint(path_, saved_, later, kFingerprint); });
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  EXPECT_THAT(message, HasSubstr("checkpoint.safetensors"));
  expect_first_checkpoint();
}

}  // namespace
}  // namespace spandrop::nn
