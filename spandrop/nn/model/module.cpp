#include "spandrop/nn/model/module.h"

namespace spandrop::nn {

std::vector<at::Tensor> Module::parameters() const {
  std::vector<at::Tensor> all = weights_;
  for (const auto& part : parts_) {
    for (const at::Tensor& weight : part->parameters()) all.push_back(weight);
  }
  return all;
}

void Module::to(at::Device device) {
  for (at::Tensor& weight : weights_) weight.set_data(weight.to(device));
  for (const auto& part : parts_) part->to(device);
}

void Module::train(bool on) {
  training_ = on;
  for (const auto& part : parts_) part->train(on);
}

at::Tensor Module::add_weight(at::Tensor initial) {
  initial.set_requires_grad(true);
  weights_.push_back(initial);
  return initial;
}

}  // namespace spandrop::nn
