// Something with weights that are trained. libtorch's own module would do, at five times the
// compile time of each file that sees it.
#pragma once

#include <ATen/core/Tensor.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace spandrop::nn {

// Weights, or parts of them, by the names that Hugging Face's files have for them.
using NamedWeights = std::vector<std::pair<std::string, at::Tensor>>;

class Module {
 public:
  virtual ~Module() = default;
  Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  // All weights, those of the modules inside included.
  std::vector<at::Tensor> parameters() const;

  // Moves all weights to a device.
  void to(at::Device device);

  // Whether dropout is on.
  void train(bool on);
  bool is_training() const { return training_; }

  // Makes `initial` a weight of this module.
  at::Tensor weight(at::Tensor initial);

 protected:
  // Makes another module a part of this one.
  template <class T>
  std::shared_ptr<T> part(std::shared_ptr<T> module) {
    parts_.push_back(module);
    return module;
  }

 private:
  std::vector<at::Tensor> weights_;
  std::vector<std::shared_ptr<Module>> parts_;
  bool training_ = true;
};

}  // namespace spandrop::nn
