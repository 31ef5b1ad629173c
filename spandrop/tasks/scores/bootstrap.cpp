#include "spandrop/tasks/scores/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

#include "spandrop/core/random.h"

namespace spandrop {
namespace {

constexpr double kTail = 0.025;

void add_row(std::vector<double>& sums, const Scoring& scoring, std::size_t item) {
  const double* const row = scoring.rows.data() + item * sums.size();
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += row[i];
}

// The initial sums of a resample.
std::vector<double> start(const Scoring& scoring) {
  std::vector<double> sums = scoring.outside;
  sums.resize(scoring.scheme.columns.size());
  return sums;
}

std::vector<double> difference(std::vector<double> ours, const std::vector<double>& theirs) {
  for (std::size_t i = 0; i < ours.size(); ++i) ours[i] -= theirs[i];
  return ours;
}

// The interval that excludes at most kTail of the values on each side.
void set_interval(Difference& difference, std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  const auto cut = static_cast<std::size_t>(kTail * static_cast<double>(values.size()));
  difference.low = values[cut];
  difference.high = values[values.size() - 1 - cut];
}

}  // namespace

std::vector<Difference> compare(const Scoring& ours, const Scoring& theirs,
                                const BootstrapOptions& options) {
  if (ours.ids != theirs.ids || ours.scheme.columns != theirs.scheme.columns) {
    throw std::invalid_argument("[compare] expected scores of the same items, got different items");
  }
  if (options.resamples == 0) {
    throw std::invalid_argument("[compare] expected at least 1 resample, got 0");
  }
  const std::size_t items = ours.ids.size();
  std::vector<std::vector<double>> values(ours.scheme.scores.size());
  for (std::size_t resample = 0; resample < options.resamples; ++resample) {
    Random random({.seed = options.seed, .view = resample, .id = {}});
    std::vector<double> our_sums = start(ours), their_sums = start(theirs);
    for (std::size_t i = 0; i < items; ++i) {
      const std::size_t item = random.below(static_cast<std::uint32_t>(items));
      add_row(our_sums, ours, item);
      add_row(their_sums, theirs, item);
    }
    const std::vector<double> drawn = difference(ours.scheme.scores_of(our_sums, items),
                                                 theirs.scheme.scores_of(their_sums, items));
    for (std::size_t i = 0; i < drawn.size(); ++i) values[i].push_back(drawn[i]);
  }
  std::vector<Difference> differences;
  for (const double value : difference(ours.scores(), theirs.scores())) {
    differences.push_back({.value = value});
    set_interval(differences.back(), values[differences.size() - 1]);
  }
  return differences;
}

}  // namespace spandrop
