// The fused kernel, compared with AdamW written out in double precision.
#include "spandrop/nn/train/optimiser.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "tests/nn/tensors.h"

namespace spandrop::nn {
namespace {

using Numbers = std::vector<double>;

Numbers numbers_of(const at::Tensor& tensor) {
  const at::Tensor doubles = tensor.detach().to(at::kDouble).contiguous();
  return {doubles.data_ptr<double>(), doubles.data_ptr<double>() + doubles.numel()};
}

// Loshchilov and Hutter's algorithm 2, one weight at a time.
struct WrittenOut {
  Numbers weights, first, second;
  double decay;

  void step(const Numbers& gradient, double scale, double rate, int t, const TrainOptions& o) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double g = scale * gradient[i];
      first[i] = o.beta1 * first[i] + (1 - o.beta1) * g;
      second[i] = o.beta2 * second[i] + (1 - o.beta2) * g * g;
      const double m = first[i] / (1 - std::pow(o.beta1, t));
      const double v = second[i] / (1 - std::pow(o.beta2, t));
      weights[i] -= rate * (decay * weights[i] + m / (std::sqrt(v) + o.epsilon));
    }
  }
};

TEST(Optimiser, IsAdamWWithClippingAndDecayOfMatricesOnly) {
  for (const double clip : {0.0, 3.0}) {
    TrainOptions options;
    options.weight_decay = 0.3;
    options.beta1 = 0.8;
    options.beta2 = 0.95;
    options.epsilon = 1e-3;
    options.clip = clip;
    std::mt19937_64 random(1);
    std::vector<at::Tensor> parameters;
    std::vector<WrittenOut> expected;
    for (const std::vector<std::int64_t>& shape :
         std::vector<std::vector<std::int64_t>>{{5}, {3, 4}, {7}, {2, 2}}) {
      parameters.push_back(random_tensor(shape, random).set_requires_grad(true));
      const Numbers weights = numbers_of(parameters.back());
      expected.push_back({weights, Numbers(weights.size()), Numbers(weights.size()),
                          shape.size() > 1 ? options.weight_decay : 0});
    }
    Optimiser optimiser({{parameters}}, options);
    bool clipped = false, whole = false;
    for (int t = 1; t <= 8; ++t) {
      optimiser.clear();
      double squares = 0;
      std::vector<Numbers> gradients;
      for (at::Tensor& parameter : parameters) {
        // Alternately above and below the limit.
        parameter.mutable_grad() =
            random_tensor(parameter.sizes().vec(), random, t % 2 ? 2.0f : 0.1f);
        gradients.push_back(numbers_of(parameter.grad()));
        for (const double g : gradients.back()) squares += g * g;
      }
      const double norm = std::sqrt(squares), rate = 0.1 / t;
      const bool clips = clip > 0 && norm > clip;
      (clips ? clipped : whole) = true;
      EXPECT_NEAR(optimiser.step(rate), norm, 1e-5 * norm);
      for (std::size_t i = 0; i < parameters.size(); ++i) {
        expected[i].step(gradients[i], clips ? clip / norm : 1, rate, t, options);
        const Numbers got = numbers_of(parameters[i]);
        for (std::size_t k = 0; k < got.size(); ++k) {
          EXPECT_NEAR(got[k], expected[i].weights[k], 2e-6) << "step " << t;
        }
      }
    }
    EXPECT_TRUE(whole);
    EXPECT_EQ(clipped, clip > 0);
  }
}

TEST(Optimiser, StateIsComplete) {
  std::mt19937_64 random(2);
  const at::Tensor start = random_tensor({3, 3}, random);
  const auto run = [&](int stop_after) {
    at::Tensor weight = start.clone().set_requires_grad(true);
    std::mt19937_64 gradients(3);
    auto optimiser =
        std::make_unique<Optimiser>(std::vector<ParameterGroup>{{{weight}}}, TrainOptions{});
    for (int i = 0; i < 6; ++i) {
      if (i == stop_after) {
        auto next =
            std::make_unique<Optimiser>(std::vector<ParameterGroup>{{{weight}}}, TrainOptions{});
        const NamedTensors from = optimiser->state(), into = next->state();
        for (std::size_t k = 0; k < from.size(); ++k) into[k].second.copy_(from[k].second);
        optimiser = std::move(next);
      }
      weight.mutable_grad() = random_tensor({3, 3}, gradients);
      optimiser->step(0.01);
    }
    return weight.detach();
  };
  EXPECT_TRUE(same(run(3), run(-1)));
  EXPECT_FALSE(same(run(3), start));
}

TEST(Optimiser, AWeightWithoutAGradientIsOnlyDecayed) {
  std::mt19937_64 random(4);
  at::Tensor weight = random_tensor({2, 3}, random).set_requires_grad(true);
  const at::Tensor before = weight.detach().clone();
  TrainOptions options;
  options.weight_decay = 0.5;
  Optimiser optimiser({{{weight}}}, options);
  EXPECT_EQ(optimiser.step(0.1), 0);
  EXPECT_LT(distance(weight, before * 0.95), 1e-6);
}

}  // namespace
}  // namespace spandrop::nn
