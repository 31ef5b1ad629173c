#include "spandrop/core/theory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>

#include "spandrop/core/compensated_sum.h"
#include "spandrop/core/length_law.h"

namespace spandrop {

double log_p_all_kept(const Law& law, std::size_t m) {
  const double c = contagion(law);
  if (m == 0 || law.rate == 0) return 0;
  if (law.rate == 1) return -std::numeric_limits<double>::infinity();
  if (c == 0) return static_cast<double>(m) * std::log1p(-law.rate);
  // Gamma(m + beta) Gamma(s) / (Gamma(beta) Gamma(m + s)) with s = alpha + beta, factor by factor:
  // all terms are negative, whereas the four log-Gammas would cancel.
  CompensatedSum sum;
  for (std::size_t i = 0; i < m; ++i) {
    const double weight = static_cast<double>(i) * c;
    const double lost = law.rate / (1 + weight);
    // Use the form of the logarithm that loses no digits on this side of one half.
    sum.add(lost < 0.5 ? std::log1p(-lost) : std::log((1 - law.rate + weight) / (1 + weight)));
  }
  return sum.value();
}

double p_all_kept(const Law& law, std::size_t m) { return std::exp(log_p_all_kept(law, m)); }

double p_some_lost(const Law& law, std::size_t m) { return 0 - std::expm1(log_p_all_kept(law, m)); }

double expected_lost(const Law& law, std::size_t m) {
  check(law);
  return static_cast<double>(m) * law.rate;
}

double entropy_per_span(const Law& law, std::size_t n) {
  const LengthLaw lengths(law, n);
  const double p = law.rate;
  const double c = contagion(law);
  if (n == 0 || p == 0 || p == 1) return 0;
  // Swap keeping and dropping, so that the sum starts from the logarithm of the likeliest mask,
  // P_n.
  if (p > 0.5) return entropy_per_span({1 - p, law.gamma * ((1 - p) / p)}, n);
  if (c == 0) return -p * std::log(p) - (1 - p) * std::log1p(-p);
  // -sum of C(n, k) P_k ln P_k, where P_k is the probability of one given mask that keeps k spans.
  // No term is negative; ln P_k follows from ln P_{k+1} by one factor of Polya's urn.
  CompensatedSum log_mask(log_p_all_kept(law, n));
  CompensatedSum entropy;
  std::array<double, 1024> pmf;
  for (std::size_t end = n + 1; end > 0;) {
    const std::size_t first = end - std::min(end, pmf.size());
    lengths.pmf(first, std::span(pmf).first(end - first));
    for (std::size_t k = end; k-- > first;) {
      entropy.add(-pmf[k - first] * log_mask.value());
      if (k == 0) break;
      const double dropped = p + static_cast<double>(n - k) * c;
      const double kept = 1 - p + static_cast<double>(k - 1) * c;
      log_mask.add(std::log(dropped / kept));
    }
    end = first;
  }
  return entropy.value() / static_cast<double>(n);
}

Forecast forecast(const Law& law, std::size_t n, std::size_t m) {
  const LengthLaw lengths(law, n);
  if (m > n) {
    throw std::invalid_argument("[forecast] expected m of at most n = " + std::to_string(n) +
                                ", got " + std::to_string(m));
  }
  Forecast result;
  result.law = law;
  result.n = n;
  result.m = m;
  result.length_mean = lengths.mean();
  result.length_variance = lengths.variance();
  result.length_sd = std::sqrt(result.length_variance);
  result.log_p_unchanged = log_p_all_kept(law, n);
  result.p_unchanged = std::exp(result.log_p_unchanged);
  result.log_p_support_kept = log_p_all_kept(law, m);
  result.p_support_kept = std::exp(result.log_p_support_kept);
  result.noise = 0 - std::expm1(result.log_p_support_kept);
  result.expected_lost = expected_lost(law, m);
  result.entropy_per_span = entropy_per_span(law, n);
  result.log_typical_set = static_cast<double>(n) * result.entropy_per_span;
  result.drift_from_original = 0 - std::expm1(result.log_p_unchanged);
  const Law bernoulli{law.rate, std::numeric_limits<double>::infinity()};
  if (contagion(law) > 0) {
    result.drift_from_bernoulli = total_variation(lengths, LengthLaw(bernoulli, n));
  }
  return result;
}

}  // namespace spandrop
