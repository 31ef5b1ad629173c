// A task that trains in milliseconds: linear regression on noisy points.
#pragma once

#include <ATen/TensorOperators.h>
#include <ATen/ops/dropout.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "spandrop/nn/train/task.h"
#include "tests/nn/tensors.h"

namespace spandrop::nn {

struct Line : Module {
  at::Tensor slope = add_weight(at::zeros({3, 1})), height = add_weight(at::zeros({1}));
};

struct Points : PreparedBatch {
  at::Tensor at, values, has_label;  // [B, 3], [B, 1], [B, 1]
  std::vector<Visit> visits;
};

struct FakeTask : Task {
  // Dropout of the inputs, which makes each step depend on its seed.
  double dropout = 0;
  // Every third example has no label and adds no term to the loss.
  bool some_have_no_label = false;
  // Called by prepare, loss and evaluate, so that tests can make them fail.
  std::function<void(std::span<const Visit>)> on_prepare = [](auto&&) {};
  std::function<at::Tensor(at::Tensor)> on_loss = [](at::Tensor loss) { return loss; };
  std::function<void()> on_evaluate = [] {};
  std::function<double(double)> on_score = [](double score) { return score; };
  std::vector<Visit> visited;  // by loss, in order

  std::int64_t train_size() const override { return 20; }
  Module& model() override { return line_; }
  NamedTensors weights() const override {
    return {{"slope", line_.slope.detach()}, {"height", line_.height.detach()}};
  }

  std::unique_ptr<PreparedBatch> prepare(std::span<const Visit> visits) const override {
    on_prepare(visits);
    auto points = std::make_unique<Points>();
    const auto count = std::int64_t(visits.size());
    points->at = at::zeros({count, 3});
    points->values = at::zeros({count, 1});
    for (std::int64_t i = 0; i < count; ++i) {
      // Depends on example and epoch, as drops do.
      std::mt19937_64 random(std::uint64_t(visits[i].example) * 1000 + visits[i].epoch);
      points->at[i] = random_tensor({3}, random);
      points->values[i] = points->at[i].sum() + 2 + random_tensor({1}, random, 0.1f);
    }
    points->visits.assign(visits.begin(), visits.end());
    points->has_label = at::ones({count, 1});
    for (std::int64_t i = 0; some_have_no_label && i < count; ++i) {
      if (visits[std::size_t(i)].example % 3 == 0) points->has_label[i] = 0;
    }
    points->terms = points->has_label.sum().item<double>();
    return points;
  }

  at::Tensor loss(const PreparedBatch& prepared) override {
    const auto& points = static_cast<const Points&>(prepared);
    visited.insert(visited.end(), points.visits.begin(), points.visits.end());
    const at::Tensor inputs = at::dropout(points.at, dropout, line_.is_training());
    const at::Tensor off = inputs.matmul(line_.slope) + line_.height - points.values;
    return on_loss((points.has_label * off.square()).sum());
  }

  Evaluation evaluate(std::stop_token stop) override {
    EXPECT_FALSE(line_.is_training());
    on_evaluate();
    if (stop.stop_requested()) throw Stopped();
    const double error = on_score((line_.slope.detach() - 1).abs().sum().item<double>());
    return {error, {{"error", error}}};
  }

 private:
  Line line_;
};

}  // namespace spandrop::nn
