#include "spandrop/nn/train/optimiser.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <fmt/format.h>

namespace spandrop::nn {

Optimiser::Optimiser(const std::vector<ParameterGroup>& groups, const TrainOptions& options)
    : options_(options) {
  for (const ParameterGroup& group : groups) {
    Part parts[2];  // with weight decay, without
    parts[0].weight_decay = options.weight_decay;
    for (const at::Tensor& parameter : group.parameters) {
      Part& part = parts[parameter.dim() >= 2 ? 0 : 1];
      part.parameters.push_back(parameter);
      part.first.push_back(at::zeros_like(parameter.detach()));
      part.second.push_back(at::zeros_like(parameter.detach()));
      // Always float32: a counter of type bfloat16 would stop at 256.
      part.steps.push_back(at::zeros({}, at::device(parameter.device()).dtype(at::kFloat)));
    }
    for (Part& part : parts) {
      part.rate = group.rate;
      parts_.push_back(std::move(part));
    }
  }
}

void Optimiser::clear() {
  for (Part& part : parts_) {
    for (at::Tensor& parameter : part.parameters) parameter.mutable_grad().reset();
  }
}

double Optimiser::step(double learning_rate) {
  const at::NoGradGuard no_gradients;
  std::vector<at::Tensor> all;
  for (Part& part : parts_) {
    for (at::Tensor& parameter : part.parameters) {
      at::Tensor& gradient = parameter.mutable_grad();
      if (!gradient.defined()) gradient = at::zeros_like(parameter);
      all.push_back(gradient);
    }
  }
  const double norm = at::stack(at::_foreach_norm(all)).norm().item<double>();
  if (options_.clip > 0 && norm > options_.clip) {
    at::_foreach_mul_(all, options_.clip / (norm + 1e-6));
  }
  auto next = all.begin();
  for (Part& part : parts_) {
    const std::vector<at::Tensor> gradients(next, next + std::ptrdiff_t(part.parameters.size()));
    next += std::ptrdiff_t(gradients.size());
    if (gradients.empty()) continue;
    // The kernel reads the counters but does not advance them.
    for (at::Tensor& steps : part.steps) steps.add_(1);
    at::_fused_adamw_(part.parameters, gradients, part.first, part.second, {}, part.steps,
                      part.rate * learning_rate, options_.beta1, options_.beta2, part.weight_decay,
                      options_.epsilon, /*amsgrad=*/false, /*maximize=*/false);
  }
  return norm;
}

NamedTensors Optimiser::state() const {
  NamedTensors named;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    for (std::size_t k = 0; k < part.parameters.size(); ++k) {
      const std::string name = fmt::format("optimiser.{}.{}.", i, k);
      named.emplace_back(name + "first", part.first[k]);
      named.emplace_back(name + "second", part.second[k]);
      named.emplace_back(name + "steps", part.steps[k]);
    }
  }
  return named;
}

}  // namespace spandrop::nn
