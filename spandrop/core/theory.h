// Effects of a law in closed form: on supporting facts, length and variety. Shares no code with the
// draws, so that each can be tested against the other.
#pragma once

#include <cstddef>

#include "spandrop/core/law.h"

namespace spandrop {

// The natural logarithm of the probability that all of m given spans are kept; for m = n, that the
// sequence is unchanged. Minus infinity if the probability is 0.
double log_p_all_kept(const Law& law, std::size_t m);

// The probability that all of m given spans are kept.
double p_all_kept(const Law& law, std::size_t m);

// The noise: the probability that at least one of m supporting facts is lost. Accurate even when
// tiny.
double p_some_lost(const Law& law, std::size_t m);

// The expected number of lost facts among m supporting facts.
double expected_lost(const Law& law, std::size_t m);

// The entropy of a draw over n spans, in nats per span (Figure 2(c)); 0 for n = 0.
double entropy_per_span(const Law& law, std::size_t n);

// All of the above for a sequence of n spans, of which m are supporting facts.
struct Forecast {
  Law law;
  std::size_t n = 0;
  std::size_t m = 0;
  double length_mean = 0;           // of n', the number of kept spans
  double length_variance = 0;       // of n'
  double length_sd = 0;             // of n'
  double log_p_unchanged = 0;       // ln P(all n spans are kept)
  double p_unchanged = 0;           // P(all n spans are kept)
  double log_p_support_kept = 0;    // ln P(all m supporting facts are kept)
  double p_support_kept = 0;        // P(all m supporting facts are kept)
  double noise = 0;                 // P(at least one of the m facts is lost)
  double expected_lost = 0;         // expected number of lost facts among the m
  double entropy_per_span = 0;      // nats
  double log_typical_set = 0;       // nats; about exp(this) sequences hold nearly all probability
  double drift_from_original = 0;   // total variation distance of n' from n: 1 - P(unchanged)
  double drift_from_bernoulli = 0;  // the same from plain SpanDrop at the same rate
};

// Computes the forecast; throws std::invalid_argument if the law is invalid or m > n.
Forecast forecast(const Law& law, std::size_t n, std::size_t m);

}  // namespace spandrop
