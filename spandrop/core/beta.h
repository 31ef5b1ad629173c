// The sequence-level drop probability of Beta-SpanDrop.
#pragma once

#include <cstdint>
#include <span>

#include "spandrop/core/law.h"
#include "spandrop/core/philox.h"

namespace spandrop {

// Whether pi is drawn at all, or the rate itself.
bool is_random(const Law& law);

// The second parameter of a Beta law whose first is alpha.
inline double beta_of(double alpha, double rate) { return alpha * (1.0 - rate) / rate; }

// pi of one draw: Beta(gamma, gamma (1 - p) / p) by the stream's bits, or p itself where gamma is
// infinite. docs/draw.md says how, step by step; changing a bit of it makes a new version.
double drop_probability(const Stream& stream, const Law& law, std::uint32_t attempt);

// The same for the first try of each stream, in vectors where gamma is 1: one pi is a long chain of
// small steps, and many chains take little more time than one.
void drop_probabilities(std::span<const Stream> streams, const Law& law, double* probabilities);

}  // namespace spandrop
