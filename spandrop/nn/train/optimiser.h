// AdamW, with libtorch's fused kernel.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "spandrop/nn/model/module.h"
#include "spandrop/nn/train/task.h"
#include "spandrop/nn/train/train_options.h"

namespace spandrop::nn {

class Optimiser {
 public:
  // Weight decay applies to matrices, not to biases and norms.
  Optimiser(const std::vector<ParameterGroup>& groups, const TrainOptions& options);

  // Clears the gradients.
  void clear();
  // Clips the gradients and updates the weights; returns the norm of the gradient before clipping.
  double step(double learning_rate);

  // Named views of the moments and step counters, for checkpoints.
  NamedTensors state() const;

 private:
  // Parameters with the same learning rate and weight decay.
  struct Part {
    double rate = 1, weight_decay = 0;
    std::vector<at::Tensor> parameters, first, second, steps;
  };

  TrainOptions options_;
  std::vector<Part> parts_;
};

}  // namespace spandrop::nn
