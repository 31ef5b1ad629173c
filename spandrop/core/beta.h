// The sequence-level drop probability of Beta-SpanDrop.
#pragma once

#include <cstdint>

#include "spandrop/core/law.h"
#include "spandrop/core/philox.h"

namespace spandrop {

// pi of one draw: Beta(gamma, gamma (1 - p) / p) by the stream's bits, or p itself where gamma is
// infinite. docs/draw.md says how, step by step; changing a bit of it makes a new version.
double drop_probability(const Stream& stream, const Law& law, std::uint32_t attempt);

}  // namespace spandrop
