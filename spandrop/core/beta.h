// The sequence-level drop probability of Beta-SpanDrop.
#pragma once

#include <cstdint>
#include <span>

#include "spandrop/core/law.h"
#include "spandrop/core/philox.h"

namespace spandrop {

// Whether pi is drawn at random; if not, it is the rate itself.
bool is_random(const Law& law);

// The second parameter of the Beta law whose first parameter is alpha.
inline double beta_of(double alpha, double rate) { return alpha * (1.0 - rate) / rate; }

// pi of one draw: a Beta(gamma, gamma (1 - p) / p) variate from the stream's bits, or p itself if
// gamma is infinite. docs/draw.md specifies every step; changing one bit of the result requires a
// new version.
double drop_probability(const Stream& stream, const Law& law, std::uint32_t attempt);

// The same for the first try of each stream. Vectorised for gamma = 1: one pi is a long chain of
// dependent steps, and several chains in parallel take little longer than one.
void drop_probabilities(std::span<const Stream> streams, const Law& law, double* probabilities);

}  // namespace spandrop
