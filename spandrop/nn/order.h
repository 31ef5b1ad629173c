// In which order a run visits its training examples.
#pragma once

#include <cstdint>
#include <vector>

#include "spandrop/nn/task.h"

namespace spandrop::nn {

// A new random order each epoch, a function of the seed and the epoch alone: a run that is resumed
// finds its place by counting. Visits may cross from one epoch into the next.
class Order {
 public:
  Order(std::int64_t examples, std::uint64_t seed) : examples_(examples), seed_(seed) {}

  // Visits number begin to begin + count - 1 of the run.
  std::vector<Visit> visits(std::int64_t begin, std::int64_t count);

 private:
  std::int64_t examples_;
  std::uint64_t seed_;
  std::int64_t epoch_ = -1;  // whose order is at hand
  std::vector<std::int64_t> order_;
};

}  // namespace spandrop::nn
