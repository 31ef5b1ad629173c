// Building blocks of encoders and heads: the weights, owned by a module, and the operator that uses
// them.
#pragma once

#include <ATen/TensorOperators.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>

#include <cstdint>
#include <string>

#include "spandrop/nn/model/module.h"

namespace spandrop::nn {

struct Linear {
  at::Tensor weight, bias;  // [out, in], [out]

  Linear(Module& owner, std::int64_t in, std::int64_t out)
      : weight(owner.add_weight(at::zeros({out, in}))), bias(owner.add_weight(at::zeros({out}))) {}
  at::Tensor operator()(const at::Tensor& input) const { return at::linear(input, weight, bias); }
};

struct LayerNorm {
  at::Tensor weight, bias;  // [width]
  double epsilon;

  LayerNorm(Module& owner, std::int64_t width, double eps)
      : weight(owner.add_weight(at::ones({width}))),
        bias(owner.add_weight(at::zeros({width}))),
        epsilon(eps) {}
  at::Tensor operator()(const at::Tensor& input) const {
    return at::layer_norm(input, weight.sizes(), weight, bias, epsilon);
  }
};

// Appends the weight and bias of a part, with Hugging Face's name for it.
template <class Part>
void append(NamedTensors& named, const std::string& name, const Part& part) {
  named.emplace_back(name + ".weight", part.weight.detach());
  named.emplace_back(name + ".bias", part.bias.detach());
}

}  // namespace spandrop::nn
