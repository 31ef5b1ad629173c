#include "spandrop/nn/model/init.h"

#include <ATen/ops/zeros.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/nn/tensors.h"

namespace spandrop::nn {
namespace {

at::Tensor initial(const std::string& name, Init init, std::uint64_t seed,
                   std::vector<std::int64_t> shape = {200, 300}) {
  const NamedTensors weights{{name, at::zeros(shape)}};
  init_weights(weights, init, seed);
  return weights[0].second;
}

TEST(Init, DependsOnlyOnSeedAndName) {
  const at::Tensor weight = initial("a", Init::normal, 1);
  EXPECT_TRUE(same(weight, initial("a", Init::normal, 1)));
  EXPECT_FALSE(same(weight, initial("a", Init::normal, 2)));
  EXPECT_FALSE(same(weight, initial("b", Init::normal, 1)));
  const NamedTensors both{{"b", at::zeros({5, 5})}, {"a", at::zeros({200, 300})}};
  init_weights(both, Init::normal, 1);
  EXPECT_TRUE(same(weight, both[1].second));
}

TEST(Init, NormalHasStandardDeviation002) {
  const at::Tensor weight = initial("a", Init::normal, 1).to(at::kDouble);
  const double count = double(weight.numel());
  // Within five standard errors: the mean, the deviation, and the share within one deviation.
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

TEST(Init, KeepsBiases) {
  EXPECT_EQ(norm_of(initial("a", Init::normal, 1, {50})), 0);
  EXPECT_EQ(norm_of(initial("a", Init::xavier, 1, {50})), 0);
}

}  // namespace
}  // namespace spandrop::nn
