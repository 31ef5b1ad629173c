#include "spandrop/nn/model/encoder.h"

#include <ATen/ops/cat.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/nn/model/golden.h"
#include "tests/nn/tensors.h"

namespace spandrop::nn {
namespace {

// Post-norm and pre-norm, each with other features.
std::vector<EncoderOptions> shapes() {
  const EncoderOptions bert{.vocabulary = 11,
                            .max_positions = 20,
                            .segments = 2,
                            .embedding_width = 6,
                            .width = 12,
                            .layers = 2,
                            .heads = 3,
                            .feed_forward = 20,
                            .dropout = 0,
                            .attention_dropout = 0};
  EncoderOptions animals = bert;
  animals.segments = 0;
  animals.embedding_width = 0;
  animals.norm = Norm::pre;
  animals.activation = Activation::relu;
  animals.norm_epsilon = 1e-5;
  return {bert, animals};
}

Batch random_batch(const std::vector<std::int64_t>& lengths, const EncoderOptions& options,
                   std::mt19937_64& random) {
  std::vector<std::int64_t> tokens, segments;
  const Packing packing = packing_of(lengths);
  for (std::int64_t i = 0; i < packing.rows(); ++i) {
    tokens.push_back(std::int64_t(random() % std::uint64_t(options.vocabulary)));
    segments.push_back(std::int64_t(random() % 2));
  }
  Batch batch = make_batch(tokens, packing, at::kCPU);
  if (options.segments > 0) batch.segments = tensor_of(segments, at::kCPU);
  return batch;
}

std::vector<at::Tensor> gradients_of(const Module& module) {
  std::vector<at::Tensor> gradients;
  for (at::Tensor& parameter : module.parameters()) {
    gradients.push_back(parameter.grad());
    parameter.mutable_grad().reset();
  }
  return gradients;
}

TEST(Encoder, PackedSequencesEqualSingleOnes) {
  std::mt19937_64 random(1);
  for (const EncoderOptions& options : shapes()) {
    Encoder encoder(options);
    randomise(encoder, random);
    const std::vector<std::int64_t> lengths{7, 7, 1, 20, 3};
    const Batch batch = random_batch(lengths, options, random);
    std::vector<at::Tensor> alone;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      const std::int64_t begin = batch.packing.offsets[i], end = batch.packing.offsets[i + 1];
      Batch one{batch.tokens.slice(0, begin, end),
                batch.positions.slice(0, begin, end),
                {},
                packing_of({lengths[i]})};
      if (batch.segments.defined()) one.segments = batch.segments.slice(0, begin, end);
      alone.push_back(encoder.forward(one));
    }
    EXPECT_LT(distance(encoder.forward(batch), at::cat(alone)), 1e-5);
  }
}

TEST(Encoder, WantedRowsEqualThoseOfAllRowsAlsoInGradients) {
  std::mt19937_64 random(2);
  for (const EncoderOptions& options : shapes()) {
    Encoder encoder(options);
    randomise(encoder, random);
    const Batch batch = random_batch({5, 9, 9, 1}, options, random);
    // One of five rows, two of nine, none of nine, the only row.
    const Rows wanted{tensor_of({0, 6, 13, 23}, at::kCPU), packing_of({1, 2, 0, 1})};
    const at::Tensor outer = random_tensor({4, options.width}, random);
    const at::Tensor expected = encoder.forward(batch).index_select(0, wanted.index);
    (expected * outer).sum().backward();
    const std::vector<at::Tensor> expected_gradients = gradients_of(encoder);
    const at::Tensor got = encoder.forward(batch, &wanted);
    (got * outer).sum().backward();
    const std::vector<at::Tensor> gradients = gradients_of(encoder);
    EXPECT_LT(distance(got, expected), 1e-5);
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      EXPECT_LT(distance(gradients[i], expected_gradients[i]), 1e-4) << i;
    }
  }
}

TEST(Encoder, ABatchWithoutSegmentsUsesSegmentZero) {
  std::mt19937_64 random(3);
  const EncoderOptions options = shapes()[0];
  Encoder encoder(options);
  randomise(encoder, random);
  Batch batch = random_batch({4, 2}, options, random);
  batch.segments = tensor_of({0, 0, 0, 0, 0, 0}, at::kCPU);
  const at::Tensor zeros = encoder.forward(batch);
  batch.segments = at::Tensor();
  EXPECT_LT(distance(encoder.forward(batch), zeros), 1e-6);
}

TEST(Encoder, DropoutIsOnOnlyInTraining) {
  std::mt19937_64 random(4);
  for (EncoderOptions options : shapes()) {
    options.dropout = options.attention_dropout = 0.3;
    Encoder encoder(options);
    randomise(encoder, random);
    const Batch batch = random_batch({8, 8}, options, random);
    EXPECT_FALSE(same(encoder.forward(batch), encoder.forward(batch)));
    encoder.train(false);
    EXPECT_TRUE(same(encoder.forward(batch), encoder.forward(batch)));
  }
}

TEST(Encoder, HasTheHiddenStatesOfElectraWithAnEmbeddingProjection) {
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
