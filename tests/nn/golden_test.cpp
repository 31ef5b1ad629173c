// The same weights and the same inputs as Hugging Face's models had (tests/data/bert_golden.py).
#include <ATen/ops/cross_entropy_loss.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "spandrop/nn/classifier.h"
#include "spandrop/nn/encoder.h"
#include "spandrop/nn/safetensors.h"
#include "tests/nn/tensors.h"
#include "tests/source_directory.h"

namespace spandrop::nn {
namespace {

EncoderOptions golden_sizes() {
  return {.vocabulary = 24,
          .max_positions = 12,
          .segments = 2,
          .width = 16,
          .layers = 2,
          .heads = 2,
          .feed_forward = 24,
          .dropout = 0,
          .attention_dropout = 0};
}

struct Golden {
  std::map<std::string, at::Tensor> tensors =
      load_tensors(test::source_directory() + "/tests/data/bert_golden.safetensors").tensors;

  std::vector<std::int64_t> numbers(const std::string& name) const {
    const at::Tensor& tensor = tensors.at(name);
    const auto* begin = tensor.data_ptr<std::int64_t>();
    return {begin, begin + tensor.numel()};
  }

  Batch batch() const {
    Batch packed = make_batch(numbers("tokens"), {numbers("offsets")}, at::kCPU);
    packed.segments = tensors.at("segments");
    return packed;
  }

  // The tensors whose names begin so, by the rest of their names.
  TensorFile part(const std::string& prefix) const {
    TensorFile file;
    for (const auto& [name, tensor] : tensors) {
      if (name.starts_with(prefix)) file.tensors[name.substr(prefix.size())] = tensor;
    }
    return file;
  }
};

TEST(Golden, LossAndGradientsAreThoseOfBertForSequenceClassification) {
  const Golden golden;
  const TensorFile weights = golden.part("bert/"), gradients = golden.part("gradient/");
  Classifier model(golden_sizes(), 3);
  const NamedWeights named = model.weights();
  ASSERT_EQ(named.size(), weights.tensors.size());  // none of Hugging Face's is left out
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
    // Softmax does not see the keys' biases: what both have there is rounding alone.
    const bool none = name.ends_with("key.bias");
    EXPECT_EQ(none, norm_of(gradient) < 1e-6 * std::sqrt(total)) << name;
    EXPECT_LT(distance(gradient_of(weight, model), gradient, none ? 1e-2 : 0), 1e-4) << name;
  }
}

TEST(Golden, HiddenStatesAreThoseOfElectraWithAnEmbeddingProjection) {
  const Golden golden;
  EncoderOptions options = golden_sizes();
  options.embedding_width = 8;
  Encoder encoder(options);
  const TensorFile weights = golden.part("electra/");
  ASSERT_EQ(encoder.weights().size(), weights.tensors.size());
  copy_tensors(weights, encoder.weights());
  EXPECT_LT(distance(encoder.forward(golden.batch()), golden.tensors.at("electra_hidden")), 1e-5);
}

}  // namespace
}  // namespace spandrop::nn
