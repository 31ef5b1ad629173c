#include "spandrop/nn/encoder.h"

#include <ATen/ops/dropout.h>
#include <ATen/ops/embedding.h>
#include <fmt/format.h>

#include <stdexcept>

namespace spandrop::nn {

void check(const EncoderOptions& options) {
  for (const auto& [name, size] : {std::pair{"vocabulary", options.vocabulary},
                                   {"max_positions", options.max_positions},
                                   {"width", options.width},
                                   {"layers", options.layers},
                                   {"heads", options.heads},
                                   {"feed_forward", options.feed_forward}}) {
    if (size < 1) {
      throw std::invalid_argument(fmt::format("[encoder] expected {} >= 1, got {}", name, size));
    }
  }
  if (options.width % options.heads != 0) {
    throw std::invalid_argument(fmt::format(
        "[encoder] expected a width that {} heads divide, got {}", options.heads, options.width));
  }
  for (const double dropout : {options.dropout, options.attention_dropout}) {
    if (!(dropout >= 0 && dropout < 1)) {
      throw std::invalid_argument(
          fmt::format("[encoder] expected dropout in [0, 1), got {}", dropout));
    }
  }
}

Encoder::Encoder(const EncoderOptions& options) : options_(options) {
  check(options);
  const std::int64_t width = options.embedding_width > 0 ? options.embedding_width : options.width;
  word_embeddings_ = weight(at::zeros({options.vocabulary, width}));
  position_embeddings_ = weight(at::zeros({options.max_positions, width}));
  if (options.segments > 0) {
    segment_embeddings_ = weight(at::zeros({options.segments, width}));
  }
  if (options.norm == Norm::post) {
    embedding_norm_.emplace(*this, width, options.norm_epsilon);
  }
  if (width != options.width) projection_.emplace(*this, width, options.width);
  for (std::int64_t i = 0; i < options.layers; ++i) {
    layers_.push_back(part(make_plain_layer(options)));
  }
  if (options.norm == Norm::pre) {
    final_norm_.emplace(*this, options.width, options.norm_epsilon);
  }
}

at::Tensor Encoder::embed(const Batch& batch) const {
  at::Tensor hidden = at::embedding(word_embeddings_, batch.tokens) +
                      at::embedding(position_embeddings_, batch.positions);
  if (segment_embeddings_.defined()) {
    // Without segments in the batch, all of it is segment 0.
    hidden = hidden + (batch.segments.defined() ? at::embedding(segment_embeddings_, batch.segments)
                                                : segment_embeddings_.select(0, 0));
  }
  if (embedding_norm_) hidden = (*embedding_norm_)(hidden);
  if (options_.dropout > 0) hidden = at::dropout(hidden, options_.dropout, is_training());
  return projection_ ? (*projection_)(hidden) : hidden;
}

at::Tensor Encoder::forward(const Batch& batch, const Rows* wanted) {
  at::Tensor hidden = embed(batch);
  for (const auto& layer : layers_) {
    hidden = layer->forward(hidden, batch.packing, layer == layers_.back() ? wanted : nullptr);
  }
  return final_norm_ ? (*final_norm_)(hidden) : hidden;
}

NamedWeights Encoder::weights() const {
  NamedWeights named{{"embeddings.word_embeddings.weight", word_embeddings_.detach()},
                     {"embeddings.position_embeddings.weight", position_embeddings_.detach()}};
  if (segment_embeddings_.defined()) {
    named.emplace_back("embeddings.token_type_embeddings.weight", segment_embeddings_.detach());
  }
  if (embedding_norm_) append(named, "embeddings.LayerNorm", *embedding_norm_);
  if (projection_) append(named, "embeddings_project", *projection_);
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    for (const auto& [name, values] : layers_[i]->weights()) {
      named.emplace_back(fmt::format("encoder.layer.{}.{}", i, name), values);
    }
  }
  if (final_norm_) append(named, "encoder.final_norm", *final_norm_);
  return named;
}

}  // namespace spandrop::nn
