// Shared by tests with tensors: random values, distances, gradients.
#pragma once

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "spandrop/nn/model/batch.h"
#include "spandrop/nn/model/module.h"

namespace spandrop::nn {

// Independent normal numbers.
inline at::Tensor random_tensor(std::vector<std::int64_t> shape, std::mt19937_64& random,
                                float deviation = 1) {
  at::Tensor tensor = at::empty(shape, at::kFloat);
  std::normal_distribution<float> normal(0, deviation);
  std::generate_n(tensor.data_ptr<float>(), tensor.numel(), [&] { return normal(random); });
  return tensor;
}

// Fills all weights of a module with random numbers, including biases and norms.
inline void randomise(const Module& module, std::mt19937_64& random, float deviation = 0.5) {
  for (const at::Tensor& weight : module.parameters()) {
    weight.detach().copy_(random_tensor(weight.sizes().vec(), random, deviation));
  }
}

inline double norm_of(const at::Tensor& tensor) {
  return tensor.numel() ? tensor.to(at::kDouble).norm().item<double>() : 0;
}

inline double largest(const at::Tensor& tensor) {
  return tensor.numel() ? tensor.abs().max().item<double>() : 0;
}

// The relative difference: of the norms or of the largest entries, whichever is larger. Each is
// relative to that of `expected`, but at least to `least`.
inline double distance(const at::Tensor& got, const at::Tensor& expected, double least = 1e-12) {
  if (got.sizes() != expected.sizes()) throw std::runtime_error("the shapes differ");
  const at::Tensor difference = (got - expected).detach();
  return std::max(norm_of(difference) / std::max(norm_of(expected), least),
                  largest(difference) / std::max(largest(expected), least));
}

inline bool same(const at::Tensor& one, const at::Tensor& other) { return one.equal(other); }

// The gradient of a weight, which may be a view of a part of a parameter.
inline at::Tensor gradient_of(const at::Tensor& weight, const Module& module) {
  for (const at::Tensor& parameter : module.parameters()) {
    if (!parameter.is_alias_of(weight)) continue;
    return parameter.grad().contiguous().as_strided(
        weight.sizes(), weight.strides(), weight.storage_offset() - parameter.storage_offset());
  }
  throw std::runtime_error("the weight belongs to no parameter");
}

inline Packing packing_of(const std::vector<std::int64_t>& lengths) {
  Packing packing;
  for (const std::int64_t length : lengths) {
    packing.offsets.push_back(packing.offsets.back() + length);
  }
  return packing;
}

}  // namespace spandrop::nn
