// A paired bootstrap: is one system better than another, or was it lucky with the items?
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spandrop/tasks/scores/scoring.h"

namespace spandrop {

struct BootstrapOptions {
  std::size_t resamples = 10'000;
  std::uint64_t seed = 1;
};

// A score of one system minus that of the other.
struct Difference {
  double value = 0;
  double low = 0;  // 95% of the resamples lie between low and high
  double high = 0;
};

// The difference in each score, ours minus theirs, with its interval. A resample draws as many
// items as the gold file has, with replacement, the same for both systems; predictions that belong
// to no item are always counted. Throws std::invalid_argument if the items differ or resamples is
// 0.
std::vector<Difference> compare(const Scoring& ours, const Scoring& theirs,
                                const BootstrapOptions& options = {});

}  // namespace spandrop
