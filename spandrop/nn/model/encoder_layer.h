// One layer of an encoder: an interface, so that a faster implementation can replace the plain one.
#pragma once

#include <memory>

#include "spandrop/nn/model/batch.h"
#include "spandrop/nn/model/encoder_options.h"
#include "spandrop/nn/model/module.h"

namespace spandrop::nn {

class EncoderLayer : public Module {
 public:
  // hidden: [T, width]. Returns [T, width], or [R, width] if only some rows are wanted.
  virtual at::Tensor forward(const at::Tensor& hidden, const Packing& packing,
                             const Rows* wanted) = 0;

  // Named views of the weights: writing to them changes the layer.
  virtual NamedTensors weights() const = 0;
};

// A layer made of libtorch's operators.
std::shared_ptr<EncoderLayer> make_plain_layer(const EncoderOptions& options);

}  // namespace spandrop::nn
