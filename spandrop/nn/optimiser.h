// AdamW with decoupled weight decay, by libtorch's fused kernel.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "spandrop/nn/module.h"
#include "spandrop/nn/train_options.h"

namespace spandrop::nn {

class Optimiser {
 public:
  // Decays matrices; biases and norms are left alone.
  Optimiser(std::vector<at::Tensor> parameters, const TrainOptions& options);

  // Forgets the gradients.
  void clear();
  // Clips the gradients and moves the weights; returns the norm of the gradient before clipping.
  double step(double learning_rate);

  // Moments and counters by name, as views: what a checkpoint has to hold.
  NamedWeights state() const;

 private:
  struct Group {
    double weight_decay = 0;
    std::vector<at::Tensor> parameters, first, second, steps;
  };

  TrainOptions options_;
  Group groups_[2];  // with decay, without
};

}  // namespace spandrop::nn
