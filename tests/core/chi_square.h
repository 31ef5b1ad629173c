// Pearson's test, and the closed forms that draws are tested against.
#pragma once

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstddef>
#include <vector>

#include "spandrop/core/law.h"

namespace spandrop {

// Keys are fixed, so a test that passes once always passes. A correct law fails for one in 100,000
// sets of keys.
inline constexpr double kLeastP = 1e-5;

// The probability of counts at least as far from their expectation; cells with fewer than 5
// expected counts are merged.
inline double chi_square_p(const std::vector<double>& counts,
                           const std::vector<double>& probabilities) {
  double total = 0;
  for (const double count : counts) total += count;
  double statistic = 0, rare_count = 0, rare_expected = 0;
  int cells = 0;
  const auto add = [&](double count, double expected) {
    statistic += (count - expected) * (count - expected) / expected;
    ++cells;
  };
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = total * probabilities[i];
    if (expected >= 5) {
      add(counts[i], expected);
    } else {
      rare_count += counts[i];
      rare_expected += expected;
    }
  }
  if (rare_expected >= 5) {
    add(rare_count, rare_expected);
  } else if (rare_count > 25 + rare_expected) {
    return 0;  // far more than the rare cells allow
  }
  if (cells < 2) return 1;
  return boost::math::cdf(complement(boost::math::chi_squared(cells - 1), statistic));
}

// The logarithm of the probability that k given spans of n are dropped and the others kept: p^k
// (1-p)^(n-k), or its mean over the Beta law if gamma is finite.
inline double log_mask_probability(const Law& law, std::size_t n, std::size_t k) {
  const auto dropped = static_cast<double>(k), kept = static_cast<double>(n - k);
  if (std::isinf(law.gamma)) return dropped * std::log(law.rate) + kept * std::log1p(-law.rate);
  const double a = law.gamma, b = law.gamma * (1 - law.rate) / law.rate;
  const auto log_beta = [](double x, double y) {
    using boost::math::lgamma;
    return lgamma(x) + lgamma(y) - lgamma(x + y);
  };
  return log_beta(a + dropped, b + kept) - log_beta(a, b);
}

// The probability that k of n spans are dropped: binomial or beta-binomial.
inline double count_probability(const Law& law, std::size_t n, std::size_t k) {
  using boost::math::lgamma;
  const auto size = static_cast<double>(n), dropped = static_cast<double>(k);
  return std::exp(lgamma(size + 1) - lgamma(dropped + 1) - lgamma(size - dropped + 1) +
                  log_mask_probability(law, n, k));
}

}  // namespace spandrop
