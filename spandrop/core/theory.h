// What a law does to a sequence, in closed form: to its supporting facts, its length, its variety.
// Shares no code with the draws, so that each can be tested against the other.
#pragma once

#include <cstddef>

#include "spandrop/core/law.h"

namespace spandrop {

// The natural logarithm of the probability that all of m given spans are kept; with m = n, that the
// sequence is unchanged. Minus infinity when it cannot happen.
double log_p_all_kept(const Law& law, std::size_t m);

// The probability that all of m given spans are kept.
double p_all_kept(const Law& law, std::size_t m);

// The noise: the probability that at least one of m supporting facts is lost. Exact also when tiny.
double p_some_lost(const Law& law, std::size_t m);

// The expected number of supporting facts lost, of m.
double expected_lost(const Law& law, std::size_t m);

// The entropy of the draw over n spans, in nats a span (Figure 2(c)); 0 for no spans.
double entropy_per_span(const Law& law, std::size_t n);

// All of the above for a sequence of n spans, of which m are supporting facts.
struct Forecast {
  Law law;
  std::size_t n = 0;
  std::size_t m = 0;
  double length_mean = 0;           // of n', the number of spans kept
  double length_variance = 0;       // of n'
  double length_sd = 0;             // of n'
  double log_p_unchanged = 0;       // that all n spans are kept
  double p_unchanged = 0;           //
  double log_p_support_kept = 0;    // that all m supporting facts are kept
  double p_support_kept = 0;        //
  double noise = 0;                 // the probability that at least one of the m is lost
  double expected_lost = 0;         // how many of the m are lost
  double entropy_per_span = 0;      // nats
  double log_typical_set = 0;       // nats: about exp(this) sequences share nearly all probability
  double drift_from_original = 0;   // total variation of n' from always n: 1 - P(unchanged)
  double drift_from_bernoulli = 0;  // total variation of n' from plain SpanDrop of the same rate
};

// Computes the forecast; throws std::invalid_argument on a wrong law or m above n.
Forecast forecast(const Law& law, std::size_t n, std::size_t m);

}  // namespace spandrop
