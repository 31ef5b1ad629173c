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

Optimiser::Optimiser(std::vector<at::Tensor> parameters, const TrainOptions& options)
    : options_(options) {
  groups_[0].weight_decay = options.weight_decay;
  for (at::Tensor& parameter : parameters) {
    Group& group = groups_[parameter.dim() >= 2 ? 0 : 1];
    group.first.push_back(at::zeros_like(parameter.detach()));
    group.second.push_back(at::zeros_like(parameter.detach()));
    group.steps.push_back(at::zeros({}, parameter.options().requires_grad(false)));
    group.parameters.push_back(std::move(parameter));
  }
}

void Optimiser::clear() {
  for (Group& group : groups_) {
    for (at::Tensor& parameter : group.parameters) parameter.mutable_grad().reset();
  }
}

double Optimiser::step(double learning_rate) {
  const at::NoGradGuard no_gradients;
  std::vector<at::Tensor> gradients[2], all;
  for (int i = 0; i < 2; ++i) {
    for (at::Tensor& parameter : groups_[i].parameters) {
      at::Tensor& gradient = parameter.mutable_grad();
      if (!gradient.defined()) gradient = at::zeros_like(parameter);
      gradients[i].push_back(gradient);
      all.push_back(gradient);
    }
  }
  const double norm = at::stack(at::_foreach_norm(all)).norm().item<double>();
  if (options_.clip > 0 && norm > options_.clip) {
    at::_foreach_mul_(all, options_.clip / (norm + 1e-6));
  }
  for (int i = 0; i < 2; ++i) {
    Group& group = groups_[i];
    if (group.parameters.empty()) continue;
    // The kernel reads the counters but does not advance them.
    for (at::Tensor& steps : group.steps) steps.add_(1);
    at::_fused_adamw_(group.parameters, gradients[i], group.first, group.second, {}, group.steps,
                      learning_rate, options_.beta1, options_.beta2, group.weight_decay,
                      options_.epsilon, /*amsgrad=*/false, /*maximize=*/false);
  }
  return norm;
}

NamedTensors Optimiser::state() const {
  NamedTensors named;
  for (int i = 0; i < 2; ++i) {
    const Group& group = groups_[i];
    for (std::size_t k = 0; k < group.parameters.size(); ++k) {
      const std::string name = fmt::format("optimiser.{}.{}.", i, k);
      named.emplace_back(name + "first", group.first[k]);
      named.emplace_back(name + "second", group.second[k]);
      named.emplace_back(name + "steps", group.steps[k]);
    }
  }
  return named;
}

}  // namespace spandrop::nn
