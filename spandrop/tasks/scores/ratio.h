// Divisions for scores, with a defined value for 0/0.
#pragma once

namespace spandrop {

// part / whole; `of_nothing` if the whole is 0.
inline double ratio(double part, double whole, double of_nothing = 0) {
  return whole > 0 ? part / whole : of_nothing;
}

// F1 of a precision and a recall; 0 if both are 0.
inline double harmonic_mean(double precision, double recall) {
  return ratio(2 * precision * recall, precision + recall);
}

}  // namespace spandrop
