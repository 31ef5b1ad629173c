// A Transformer encoder for packed batches, with the architecture of BERT or ELECTRA.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "spandrop/nn/model/batch.h"
#include "spandrop/nn/model/encoder_layer.h"
#include "spandrop/nn/model/encoder_options.h"
#include "spandrop/nn/model/module.h"
#include "spandrop/nn/model/parts.h"

namespace spandrop::nn {

class Encoder : public Module {
 public:
  // All weights are zero (those of norms: one) until init_weights or copy_tensors fills them.
  explicit Encoder(const EncoderOptions& options);

  // Returns [T, width], or [R, width] with `wanted`: the last layer then computes only those rows.
  at::Tensor forward(const Batch& batch, const Rows* wanted = nullptr);

  // Views of the weights, with Hugging Face's names ("embeddings.word_embeddings.weight").
  NamedTensors weights() const;

  const EncoderOptions& options() const { return options_; }

 private:
  at::Tensor embed(const Batch& batch) const;

  EncoderOptions options_;
  at::Tensor word_embeddings_, position_embeddings_, segment_embeddings_;
  std::optional<LayerNorm> embedding_norm_;  // post-norm only
  std::optional<Linear> projection_;         // if the embeddings have another width
  std::optional<LayerNorm> final_norm_;      // pre-norm only
  std::vector<std::shared_ptr<EncoderLayer>> layers_;
};

}  // namespace spandrop::nn
