// One layer of an encoder. Other implementations can stand beside the plain one: same weights,
// same results, other speed.
#pragma once

#include <memory>

#include "spandrop/nn/batch.h"
#include "spandrop/nn/encoder_options.h"
#include "spandrop/nn/module.h"

namespace spandrop::nn {

class EncoderLayer : public Module {
 public:
  // hidden: [T, width]. Returns [T, width], or [R, width] for the wanted rows alone.
  virtual at::Tensor forward(const at::Tensor& hidden, const Packing& packing,
                             const Rows* wanted) = 0;

  // The weights by name, as views: writing to them changes the layer.
  virtual NamedWeights weights() const = 0;
};

// A layer out of libtorch's own operators.
std::shared_ptr<EncoderLayer> make_plain_layer(const EncoderOptions& options);

}  // namespace spandrop::nn
