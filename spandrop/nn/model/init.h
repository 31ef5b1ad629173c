// Initial weights that depend only on the seed and the name of each weight.
#pragma once

#include <cstdint>

#include "spandrop/nn/model/encoder_options.h"
#include "spandrop/nn/model/module.h"

namespace spandrop::nn {

// Fills all matrices. Biases and norms keep the values that their modules gave them.
void init_weights(const NamedTensors& weights, Init init, std::uint64_t seed);

}  // namespace spandrop::nn
