#include "spandrop/nn/model/classifier.h"

#include <ATen/ops/cross_entropy_loss.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/nn/model/golden.h"
#include "tests/nn/tensors.h"

namespace spandrop::nn {
namespace {

TEST(Classifier, HasTheLossAndGradientsOfBertForSequenceClassification) {
  const Golden golden;
  const TensorFile weights = golden.part("bert/"), gradients = golden.part("gradient/");
  Classifier model(golden_sizes(), 3);
  const NamedTensors named = model.weights();
  ASSERT_EQ(named.size(), weights.tensors.size());  // all of Hugging Face's
  copy_tensors(weights, named);

  const at::Tensor loss =
      at::cross_entropy_loss(model.logits(golden.batch()), golden.tensors.at("labels"));
  loss.backward();
  const double expected = golden.tensors.at("loss").item<double>();
  EXPECT_NEAR(loss.item<double>(), expected, 1e-5 * expected);

  double total = 0;
  for (const auto& [name, gradient] : gradients.tensors) total += std::pow(norm_of(gradient), 2);
  for (const auto& [name, weight] : named) {
    const at::Tensor& gradient = gradients.tensors.at(name);
    // The biases of the keys cancel in the softmax: their gradients are only rounding errors.
    const bool none = name.ends_with("key.bias");
    EXPECT_EQ(none, norm_of(gradient) < 1e-6 * std::sqrt(total)) << name;
    EXPECT_LT(distance(gradient_of(weight, model), gradient, none ? 1e-2 : 0), 1e-4) << name;
  }
}

}  // namespace
}  // namespace spandrop::nn
