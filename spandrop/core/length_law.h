// The distribution of n', the number of spans that a draw keeps, in closed form (Remarks 1 and 2 of
// the paper): binomial for plain SpanDrop, beta-binomial for Beta-SpanDrop.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spandrop/core/law.h"

namespace spandrop {

// c = p / gamma: how strongly the fate of one span influences the next. A draw is Polya's urn:
// after k of i spans were kept, the next is kept with probability (1 - p + k c) / (1 + i c). Plain
// SpanDrop is c = 0, so formulas in c need no special case for an infinite gamma.
double contagion(const Law& law);

class LengthLaw {
 public:
  // Maximum number of spans. Results are accurate up to at least 10^7.
  static constexpr std::size_t kMostSpans = 1'000'000'000;

  // The law of n' for a sequence of n spans. Throws std::invalid_argument if the law is invalid or
  // n exceeds kMostSpans.
  LengthLaw(const Law& law, std::size_t n);

  std::size_t n() const { return n_; }
  const Law& law() const { return law_; }

  // The mean of n'.
  double mean() const;
  // The variance of n'.
  double variance() const;
  // ln P(n' = k), minus infinity if the probability is 0. Takes constant time.
  double log_pmf(std::size_t k) const;
  // P(n' = k) for k = first, first + 1, ..., first + out.size() - 1, which must not exceed n.
  void pmf(std::size_t first, std::span<double> out) const;
  // P(n' = k) for k = 0, ..., n.
  std::vector<double> pmf() const;

 private:
  double log_share(double x, double share, double excess) const;

  Law law_;
  std::size_t n_;
  double contagion_;
};

// The total variation distance, in [0, 1], between two length laws of the same n.
double total_variation(const LengthLaw& a, const LengthLaw& b);

}  // namespace spandrop
