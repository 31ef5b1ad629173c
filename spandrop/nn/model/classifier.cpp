#include "spandrop/nn/model/classifier.h"

#include <ATen/ops/dropout.h>
#include <ATen/ops/tanh.h>

namespace spandrop::nn {

Classifier::Classifier(const EncoderOptions& options, std::int64_t classes)
    : encoder_(add_part(std::make_shared<Encoder>(options))),
      pooler_(*this, options.width, options.width),
      classifier_(*this, options.width, classes) {}

at::Tensor Classifier::logits(const Batch& batch) {
  const Rows rows = first_rows(batch.packing, batch.tokens.device());
  at::Tensor pooled = at::tanh(pooler_(encoder_->forward(batch, &rows)));  // [sequences, width]
  const double dropout = encoder_->options().dropout;
  if (dropout > 0) pooled = at::dropout(pooled, dropout, is_training());
  return classifier_(pooled);
}

NamedTensors Classifier::weights() const {
  NamedTensors named;
  for (const auto& [name, values] : encoder_->weights()) {
    named.emplace_back("bert." + name, values);
  }
  append(named, "bert.pooler.dense", pooler_);
  append(named, "classifier", classifier_);
  return named;
}

}  // namespace spandrop::nn
