#include "spandrop/nn/model/init.h"

#include <ATen/ops/empty.h>

#include <cmath>
#include <numbers>

#include "spandrop/core/random.h"

namespace spandrop::nn {
namespace {

// A standard normal number, by the Box-Muller transform.
double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
  return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

}  // namespace

void init_weights(const NamedTensors& weights, Init init, std::uint64_t seed) {
  for (const auto& [name, weight] : weights) {
    if (weight.dim() < 2) continue;
    Random random(Key{seed, 0, id_of("init/" + name)});
    const bool is_normal = init == Init::normal || name.find("embeddings.") != std::string::npos;
    // Query, key and value share one matrix, so their fan-out is three times the rows of each.
    const bool is_third = name.find("attention.self.") != std::string::npos;
    const double bound =
        std::sqrt(6.0 / double((is_third ? 3 : 1) * weight.size(0) + weight.size(1)));
    at::Tensor values = at::empty(weight.sizes(), at::kFloat);
    float* value = values.data_ptr<float>();
    for (std::int64_t i = 0; i < values.numel(); ++i) {
      value[i] = float(is_normal ? 0.02 * normal(random) : bound * (2 * random.uniform() - 1));
    }
    weight.copy_(values);
  }
}

}  // namespace spandrop::nn
