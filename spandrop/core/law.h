// The law of a draw: how often spans are dropped, and how strongly the spans of one draw share a
// fate.
#pragma once

#include <type_traits>

namespace spandrop {

struct Law {
  // The paper's p, in [0, 1]: the mean probability that a span is dropped. 0 drops nothing, 1
  // everything.
  double rate = 0.1;
  // The paper's gamma, above 0. Each draw takes its own rate from Beta(gamma, gamma (1 - p) / p).
  // Small values keep or drop nearly all spans together; infinity (plain SpanDrop) draws each span
  // independently.
  double gamma = 1.0;

  friend bool operator==(const Law&, const Law&) = default;
};

// The fields by name, with a description.
void visit_fields(auto& law, auto&& visit)
  requires std::is_same_v<std::remove_cvref_t<decltype(law)>, Law>
{
  visit("rate", law.rate, "Mean probability that a span is dropped, from 0 to 1");
  visit("gamma", law.gamma,
        "Concentration of the Beta law, above 0; inf drops each span independently (plain "
        "SpanDrop)");
}

// Throws std::invalid_argument unless the rate is in [0, 1] and gamma is above 0.
void check(const Law& law);

}  // namespace spandrop
