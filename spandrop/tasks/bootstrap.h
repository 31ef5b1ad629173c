// Whether one system is better than another, or was lucky with the items: a paired bootstrap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spandrop/tasks/scoring.h"

namespace spandrop {

struct BootstrapOptions {
  std::size_t resamples = 10'000;
  std::uint64_t seed = 1;
};

// A score of one system minus that of the other.
struct Difference {
  double value = 0;
  double low = 0;  // 95% of the resamples lie between them
  double high = 0;
};

// The difference in each score, ours minus theirs, with its interval. A resample has as many items
// as the gold file, drawn with replacement, the same for both; predictions outside of all items
// stay. Throws std::invalid_argument if the two are not of the same items, or resamples is 0.
std::vector<Difference> compare(const Scoring& ours, const Scoring& theirs,
                                const BootstrapOptions& options = {});

}  // namespace spandrop
