// The sequence-level drop probability of Beta-SpanDrop.
#pragma once

#include <cstdint>
#include <span>

#include "spandrop/core/law.h"
#include "spandrop/core/philox.h"

namespace spandrop {

// pi of one draw: Beta(gamma, gamma (1 - p) / p) by the stream's bits, or p itself where gamma is
// infinite. docs/draw.md says how, step by step; changing a bit of it makes a new version.
double drop_probability(const Stream& stream, const Law& law, std::uint32_t attempt);

// The same for the first try of each stream. Where gamma is 1, several take half the time: one pi
// is a long chain of small steps, and a CPU follows many chains at once if they are taken step by
// step.
void drop_probabilities(std::span<const Stream> streams, const Law& law, double* probabilities);

}  // namespace spandrop
