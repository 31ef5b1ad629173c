// Where a run begins and how it goes through its examples: initial weights, order, options.
#include <ATen/ops/zeros.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "spandrop/nn/init.h"
#include "spandrop/nn/order.h"
#include "spandrop/nn/train_options.h"
#include "tests/core/refusal.h"
#include "tests/nn/tensors.h"

namespace spandrop::nn {
namespace {

at::Tensor initial(const std::string& name, Init init, std::uint64_t seed,
                   std::vector<std::int64_t> shape = {200, 300}) {
  const NamedWeights weights{{name, at::zeros(shape)}};
  init_weights(weights, init, seed);
  return weights[0].second;
}

TEST(Init, DependsOnSeedAndNameAlone) {
  const at::Tensor weight = initial("a", Init::normal, 1);
  EXPECT_TRUE(same(weight, initial("a", Init::normal, 1)));
  EXPECT_FALSE(same(weight, initial("a", Init::normal, 2)));
  EXPECT_FALSE(same(weight, initial("b", Init::normal, 1)));
  const NamedWeights both{{"b", at::zeros({5, 5})}, {"a", at::zeros({200, 300})}};
  init_weights(both, Init::normal, 1);
  EXPECT_TRUE(same(weight, both[1].second));
}

TEST(Init, NormalHasDeviationTwoHundredths) {
  const at::Tensor weight = initial("a", Init::normal, 1).to(at::kDouble);
  const double count = double(weight.numel());
  // Five standard errors of mean, deviation, and of the share within one deviation.
  EXPECT_NEAR(weight.mean().item<double>(), 0, 5 * 0.02 / std::sqrt(count));
  EXPECT_NEAR(weight.std().item<double>(), 0.02, 5 * 0.02 / std::sqrt(2 * count));
  EXPECT_NEAR((weight.abs() < 0.02).to(at::kDouble).mean().item<double>(), 0.682689,
              5 * 0.4655 / std::sqrt(count));
}

TEST(Init, XavierIsUniformWithinItsBound) {
  const double bound = std::sqrt(6.0 / 500);
  const at::Tensor weight = initial("a", Init::xavier, 1).to(at::kDouble);
  EXPECT_LE(largest(weight), bound * (1 + 1e-6));
  EXPECT_GT(largest(weight), 0.999 * bound);
  const double count = double(weight.numel());
  EXPECT_NEAR(weight.mean().item<double>(), 0, 5 * bound / std::sqrt(3 * count));
  EXPECT_NEAR((weight.abs() < bound / 2).to(at::kDouble).mean().item<double>(), 0.5,
              2.5 / std::sqrt(count));
}

TEST(Init, LeavesBiasesAlone) {
  EXPECT_EQ(norm_of(initial("a", Init::normal, 1, {50})), 0);
  EXPECT_EQ(norm_of(initial("a", Init::xavier, 1, {50})), 0);
}

TEST(Order, EachEpochVisitsEachExampleOnceInAnOrderOfItsOwn) {
  Order order(10, 3);
  std::set<std::vector<std::int64_t>> orders;
  for (std::int64_t epoch = 0; epoch < 20; ++epoch) {
    std::vector<std::int64_t> examples;
    for (const Visit& visit : order.visits(epoch * 10, 10)) {
      EXPECT_EQ(visit.epoch, std::uint64_t(epoch));
      examples.push_back(visit.example);
    }
    orders.insert(examples);
    std::sort(examples.begin(), examples.end());
    EXPECT_EQ(examples, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  }
  EXPECT_EQ(orders.size(), 20u);
}

TEST(Order, ARunThatGoesOnFindsItsPlaceByCounting) {
  const auto flat = [](const std::vector<Visit>& visits) {
    std::vector<std::pair<std::int64_t, std::uint64_t>> pairs;
    for (const Visit& visit : visits) pairs.emplace_back(visit.example, visit.epoch);
    return pairs;
  };
  const auto all = flat(Order(7, 5).visits(0, 40));
  EXPECT_NE(all, flat(Order(7, 6).visits(0, 40)));
  for (std::int64_t begin = 0; begin < 40; ++begin) {
    auto joined = flat(Order(7, 5).visits(0, begin));
    const auto rest = flat(Order(7, 5).visits(begin, 40 - begin));
    joined.insert(joined.end(), rest.begin(), rest.end());
    EXPECT_EQ(joined, all) << begin;
  }
}

TEST(TrainOptions, SeedsThatAreNotGivenAreTheSeed) {
  TrainOptions given;
  given.seed = 4;
  given.drop_seed = 9;
  given.init_seed = 0;
  const TrainOptions options = checked(given);
  EXPECT_EQ(options.data_seed, 4);
  EXPECT_EQ(options.drop_seed, 9);
  EXPECT_EQ(options.dropout_seed, 4);
  EXPECT_EQ(options.init_seed, 0);
}

TEST(TrainOptions, WhatCannotBeMeantIsRefused) {
  const auto why = [](std::int64_t TrainOptions::* field, std::int64_t value) {
    TrainOptions options;
    options.*field = value;
    return refusal([&] { checked(options); });
  };
  EXPECT_EQ(why(&TrainOptions::steps, 0), "[train] expected steps of at least 1, got 0");
  EXPECT_EQ(why(&TrainOptions::accumulate, 5),
            "[train] expected a batch that 5 parts divide, got 32");
  EXPECT_EQ(why(&TrainOptions::seed, -1), "[train] expected seed of at least 0, got -1");
  EXPECT_EQ(why(&TrainOptions::threads, 1025), "[train] expected at most 1024 threads, got 1025");
}

}  // namespace
}  // namespace spandrop::nn
