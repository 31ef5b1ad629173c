// The order in which training visits the examples.
#pragma once

#include <cstdint>
#include <vector>

#include "spandrop/nn/train/task.h"

namespace spandrop::nn {

// Each epoch has its own random order, which depends only on the seed and the epoch. Resuming
// therefore only needs the number of visits so far. A batch may span two epochs.
class Order {
 public:
  Order(std::int64_t examples, std::uint64_t seed) : examples_(examples), seed_(seed) {}

  // The visits with numbers begin to begin + count - 1, counted over all epochs.
  std::vector<Visit> visits(std::int64_t begin, std::int64_t count);

 private:
  std::int64_t examples_;
  std::uint64_t seed_;
  std::int64_t epoch_ = -1;  // the epoch that order_ belongs to
  std::vector<std::int64_t> order_;
};

}  // namespace spandrop::nn
