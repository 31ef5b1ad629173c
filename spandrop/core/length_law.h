// The closed form of n', the number of spans that a draw keeps (Remarks 1 and 2 of the paper):
// binomial for plain SpanDrop, beta-binomial for Beta-SpanDrop.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spandrop/core/law.h"

namespace spandrop {

// p / gamma: how much the fate of one span weighs on that of the next. A draw is Polya's urn: after
// k of i spans were kept, the next is kept with probability (1 - p + k c) / (1 + i c). With c = 0
// that is plain SpanDrop, so that every formula in c has no infinity to step around.
double contagion(const Law& law);

class LengthLaw {
 public:
  // The most spans that the theory is asked about; good to at least 10^7.
  static constexpr std::size_t kMostSpans = 1'000'000'000;

  // The law of the length of a sequence of n spans. Throws std::invalid_argument on a wrong law or
  // more than kMostSpans.
  LengthLaw(const Law& law, std::size_t n);

  std::size_t n() const { return n_; }
  const Law& law() const { return law_; }

  // The mean of n'.
  double mean() const;
  // The variance of n'.
  double variance() const;
  // The natural logarithm of P(n' = k); minus infinity for what cannot happen. Constant time.
  double log_pmf(std::size_t k) const;
  // P(n' = k) for k = first, first + 1, ... as far as `out` reaches, which must not be past n.
  void pmf(std::size_t first, std::span<double> out) const;
  // P(n' = k) for k = 0, ..., n.
  std::vector<double> pmf() const;

 private:
  double log_share(double x, double share, double excess) const;

  Law law_;
  std::size_t n_;
  double contagion_;
};

// The total variation distance of two laws of the length of the same sequence, in [0, 1].
double total_variation(const LengthLaw& a, const LengthLaw& b);

}  // namespace spandrop
