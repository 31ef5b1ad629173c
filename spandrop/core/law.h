// The law of a draw: how often spans are dropped, and how much the spans of one draw share a fate.
#pragma once

namespace spandrop {

struct Law {
  // The paper's p, in [0, 1]: the mean probability that a span is dropped; 0 drops nothing, 1 all.
  double rate = 0.1;
  // The paper's gamma, above 0: a draw has its own rate from Beta(gamma, gamma (1 - p) / p). Small
  // values keep or drop nearly all spans together; infinity is plain SpanDrop, each span by itself.
  double gamma = 1.0;

  friend bool operator==(const Law&, const Law&) = default;
};

// Throws std::invalid_argument unless the rate is in [0, 1] and gamma is above 0.
void check(const Law& law);

}  // namespace spandrop
