// The law by which spans are dropped: Bernoulli (SpanDrop) or Beta-Bernoulli (Beta-SpanDrop).
#pragma once

namespace spandrop {

struct Law {
  // p, the mean probability that a span is dropped; 0 to 1.
  double rate = 0.1;
  // Concentration of the Beta law, alpha = gamma and beta = gamma (1 - p) / p; above 0. The
  // smaller, the more the dropped share differs between draws; infinity is plain SpanDrop.
  double gamma = 1.0;
};

// Throws std::invalid_argument, in the name of `function`, if the law's numbers are out of range.
void check_law(const Law& law, const char* function);

}  // namespace spandrop
