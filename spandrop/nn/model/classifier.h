// An encoder with a head that classifies whole sequences, like Hugging Face's
// BertForSequenceClassification.
#pragma once

#include <cstdint>
#include <memory>

#include "spandrop/nn/model/encoder.h"
#include "spandrop/nn/model/module.h"
#include "spandrop/nn/model/parts.h"

namespace spandrop::nn {

class Classifier : public Module {
 public:
  Classifier(const EncoderOptions& options, std::int64_t classes);

  // Returns [sequences, classes]: a tanh pooler on the first row of each sequence, dropout, then a
  // linear layer.
  at::Tensor logits(const Batch& batch);

  // Views of the weights, with Hugging Face's names.
  NamedTensors weights() const;

 private:
  std::shared_ptr<Encoder> encoder_;
  Linear pooler_, classifier_;
};

}  // namespace spandrop::nn
