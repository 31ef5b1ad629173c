// Initial weights that depend on a seed and on the weight's name alone.
#pragma once

#include <cstdint>

#include "spandrop/nn/encoder_options.h"
#include "spandrop/nn/module.h"

namespace spandrop::nn {

// Fills all matrices: normal with deviation 0.02, or but for embeddings uniform by Xavier's rule.
// Biases and norms are left as their parts made them.
void init_weights(const NamedWeights& weights, Init init, std::uint64_t seed);

}  // namespace spandrop::nn
