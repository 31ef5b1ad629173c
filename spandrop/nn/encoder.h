// A BERT- or ELECTRA-shaped encoder of packed batches.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "spandrop/nn/batch.h"
#include "spandrop/nn/encoder_layer.h"
#include "spandrop/nn/encoder_options.h"
#include "spandrop/nn/module.h"
#include "spandrop/nn/parts.h"

namespace spandrop::nn {

class Encoder : public Module {
 public:
  // Weights are zero (norms: one) until init_weights or load_weights fills them.
  explicit Encoder(const EncoderOptions& options);

  // [T, width], or with `wanted` [R, width]: the last layer then computes those rows alone.
  at::Tensor forward(const Batch& batch, const Rows* wanted = nullptr);

  // The weights by Hugging Face's names ("embeddings.word_embeddings.weight"), as views.
  NamedWeights weights() const;

  const EncoderOptions& options() const { return options_; }

 private:
  at::Tensor embed(const Batch& batch) const;

  EncoderOptions options_;
  at::Tensor word_embeddings_, position_embeddings_, segment_embeddings_;
  std::optional<LayerNorm> embedding_norm_;  // post-norm only
  std::optional<Linear> projection_;         // where the embeddings have a width of their own
  std::optional<LayerNorm> final_norm_;      // pre-norm only
  std::vector<std::shared_ptr<EncoderLayer>> layers_;
};

}  // namespace spandrop::nn
