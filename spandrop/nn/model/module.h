// A part of a model with trainable weights. Replaces torch::nn::Module, whose header makes each
// file that includes it compile five times slower.
#pragma once

#include <ATen/core/Tensor.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace spandrop::nn {

// Tensors with the names they have in a file.
using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

class Module {
 public:
  virtual ~Module() = default;
  Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  // All weights, including those of nested modules.
  std::vector<at::Tensor> parameters() const;

  // Moves all weights to a device.
  void to(at::Device device);

  // Turns training mode, and with it dropout, on or off.
  void train(bool on);
  bool is_training() const { return training_; }

  // Adds a weight to this module and returns it.
  at::Tensor add_weight(at::Tensor initial);

 protected:
  // Adds a nested module to this one and returns it.
  template <class T>
  std::shared_ptr<T> add_part(std::shared_ptr<T> module) {
    parts_.push_back(module);
    return module;
  }

 private:
  std::vector<at::Tensor> weights_;
  std::vector<std::shared_ptr<Module>> parts_;
  bool training_ = true;
};

}  // namespace spandrop::nn
