// Divisions of scores, with a value where nothing is divided by nothing.
#pragma once

namespace spandrop {

// part / whole; `of_nothing` where the whole is 0.
inline double ratio(double part, double whole, double of_nothing = 0) {
  return whole > 0 ? part / whole : of_nothing;
}

// F1 of a precision and a recall; 0 where both are 0.
inline double harmonic_mean(double precision, double recall) {
  return ratio(2 * precision * recall, precision + recall);
}

}  // namespace spandrop
