#include "spandrop/nn/model/encoder.h"

#include <ATen/ops/dropout.h>
#include <ATen/ops/embedding.h>
#include <fmt/format.h>

namespace spandrop::nn {

Encoder::Encoder(const EncoderOptions& options) : options_(options) {
  check(options);
  const std::int64_t width = options.embedding_width > 0 ? options.embedding_width : options.width;
  word_embeddings_ = add_weight(at::zeros({options.vocabulary, width}));
  position_embeddings_ = add_weight(at::zeros({options.max_positions, width}));
  if (options.segments > 0) {
    segment_embeddings_ = add_weight(at::zeros({options.segments, width}));
  }
  if (options.norm == Norm::post) {
    embedding_norm_.emplace(*this, width, options.norm_epsilon);
  }
  if (width != options.width) projection_.emplace(*this, width, options.width);
  for (std::int64_t i = 0; i < options.layers; ++i) {
    layers_.push_back(add_part(make_plain_layer(options)));
  }
  if (options.norm == Norm::pre) {
    final_norm_.emplace(*this, options.width, options.norm_epsilon);
  }
}

at::Tensor Encoder::embed(const Batch& batch) const {
  at::Tensor hidden = at::embedding(word_embeddings_, batch.tokens) +
                      at::embedding(position_embeddings_, batch.positions);
  if (segment_embeddings_.defined()) {
    // A batch without segments consists of segment 0.
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

NamedTensors Encoder::weights() const {
  NamedTensors named{{"embeddings.word_embeddings.weight", word_embeddings_.detach()},
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
