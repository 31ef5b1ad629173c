// The probability of every mask of a short sequence, computed independently: as an integral over
// the rate of the draw, without Polya's urn or Gamma functions.
#pragma once

#include <bit>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "spandrop/core/law.h"

namespace spandrop {

inline std::vector<Law> laws_of_every_kind() {
  std::vector<Law> laws;
  for (const double rate : {0.01, 0.1, 0.5, 0.8}) {
    for (const double gamma : {0.1, 1.0, 7.5, std::numeric_limits<double>::infinity()}) {
      laws.push_back({rate, gamma});
    }
  }
  return laws;
}

inline std::string show(const Law& law) {
  return "rate=" + std::to_string(law.rate) + " gamma=" + std::to_string(law.gamma);
}

// The integral of pi^(a - 1) (1 - pi)^(b - 1) over (0, 1).
inline long double beta_integral(long double a, long double b) {
  // Substitute a power of the distance from the end in each half, which removes the singularity.
  const auto half = [](long double u, long double v) {
    static boost::math::quadrature::tanh_sinh<long double> integrator;
    const auto f = [&](long double y) { return std::pow(1 - std::pow(y, 1 / u), v - 1) / u; };
    return integrator.integrate(f, 0.0L, std::pow(0.5L, u), 1e-18L);
  };
  return half(a, b) + half(b, a);
}

// Calls visit(number of spans kept, probability) for each of the 2^n masks.
template <class Visit>
void for_each_mask(const Law& law, std::size_t n, Visit visit) {
  const long double p = law.rate;
  const long double alpha = law.gamma;
  const long double beta = alpha * (1 - p) / p;
  std::vector<long double> of_one(n + 1);
  for (std::size_t k = 0; k <= n; ++k) {
    const auto kept = static_cast<long double>(k);
    const auto dropped = static_cast<long double>(n - k);
    of_one[k] = std::isinf(law.gamma)
                    ? std::pow(1 - p, kept) * std::pow(p, dropped)
                    : beta_integral(alpha + dropped, beta + kept) / beta_integral(alpha, beta);
  }
  for (unsigned long mask = 0; mask < 1ul << n; ++mask) {
    const auto kept = static_cast<std::size_t>(std::popcount(mask));
    visit(kept, of_one[kept]);
  }
}

}  // namespace spandrop
