// Turns dropout and gradients off for a model while the object exists.
#pragma once

#include <ATen/core/grad_mode.h>

#include "spandrop/nn/model/module.h"

namespace spandrop::nn {

class Inference {
 public:
  explicit Inference(Module& model) : model_(model), was_training_(model.is_training()) {
    model.train(false);
  }
  ~Inference() { model_.train(was_training_); }
  Inference(const Inference&) = delete;
  Inference& operator=(const Inference&) = delete;

 private:
  at::NoGradGuard no_gradients_;
  Module& model_;
  bool was_training_;
};

}  // namespace spandrop::nn
