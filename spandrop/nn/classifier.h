// An encoder with a head that classifies whole sequences, as BertForSequenceClassification has it.
#pragma once

#include <cstdint>
#include <memory>

#include "spandrop/nn/encoder.h"
#include "spandrop/nn/module.h"
#include "spandrop/nn/parts.h"

namespace spandrop::nn {

class Classifier : public Module {
 public:
  Classifier(const EncoderOptions& options, std::int64_t classes);

  // [sequences, classes]: a tanh pooler on the first row of each sequence, dropout, a linear layer.
  at::Tensor logits(const Batch& batch);

  // The weights by Hugging Face's names, as views.
  NamedWeights weights() const;

 private:
  std::shared_ptr<Encoder> encoder_;
  Linear pooler_, classifier_;
};

}  // namespace spandrop::nn
