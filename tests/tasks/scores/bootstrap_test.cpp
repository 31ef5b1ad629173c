#include "spandrop/tasks/scores/bootstrap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace spandrop {
namespace {

// The mean of one column, and a score that is not a mean: the ratio of two column sums.
std::vector<double> mean_and_ratio(const std::vector<double>& sums, std::size_t items) {
  return {sums[0] / static_cast<double>(items), sums[0] / sums[1]};
}

Scoring scoring_of(const std::vector<std::pair<double, double>>& rows) {
  Scoring scoring{.scheme = {.columns = {"x", "y"},
                             .scores = {{"mean", ""}, {"ratio", ""}},
                             .scores_of = mean_and_ratio}};
  for (const auto& [x, y] : rows) scoring.add(std::to_string(scoring.ids.size()), {x, y});
  return scoring;
}

// All possible resamples, each once.
std::vector<Difference> by_enumeration(const Scoring& ours, const Scoring& theirs) {
  const std::size_t items = ours.ids.size();
  std::vector<std::vector<double>> values(2);
  std::size_t count = 1;
  for (std::size_t i = 0; i < items; ++i) count *= items;
  for (std::size_t number = 0; number < count; ++number) {
    std::vector<double> a = {0, 0}, b = {0, 0};
    for (std::size_t i = 0, rest = number; i < items; ++i, rest /= items) {
      for (std::size_t column = 0; column < 2; ++column) {
        a[column] += ours.rows[2 * (rest % items) + column];
        b[column] += theirs.rows[2 * (rest % items) + column];
      }
    }
    for (std::size_t k = 0; k < 2; ++k) {
      values[k].push_back(mean_and_ratio(a, items)[k] - mean_and_ratio(b, items)[k]);
    }
  }
  std::vector<Difference> differences(2);
  for (std::size_t k = 0; k < 2; ++k) {
    std::sort(values[k].begin(), values[k].end());
    differences[k].low = values[k][count * 25 / 1000];
    differences[k].high = values[k][count - 1 - count * 25 / 1000];
  }
  return differences;
}

TEST(Bootstrap, IsNearTheExactInterval) {
  const Scoring ours = scoring_of({{1, 1.5}, {0.31, 2}, {0.72, 1}, {0.55, 3}, {0.9, 1.25}});
  const Scoring theirs = scoring_of({{0.4, 1}, {0.5, 2.5}, {0.1, 1}, {0.6, 2}, {0.85, 1.75}});
  const std::vector<Difference> exact = by_enumeration(ours, theirs);
  const std::vector<Difference> drawn = compare(ours, theirs, {.resamples = 40'000, .seed = 3});
  EXPECT_NEAR(drawn[0].value, (0.6 - 0.19 + 0.62 - 0.05 + 0.05) / 5, 1e-12);
  for (std::size_t k = 0; k < 2; ++k) {
    const double width = exact[k].high - exact[k].low;
    EXPECT_NEAR(drawn[k].low, exact[k].low, 0.03 * width);
    EXPECT_NEAR(drawn[k].high, exact[k].high, 0.03 * width);
  }
}

TEST(Bootstrap, WidthOfADifferenceOfMeans) {
  // The differences alternate between 0 and 1, so the standard error is 0.5 / sqrt(n).
  std::vector<std::pair<double, double>> rows(900, {0, 1}), zeros(900, {0, 1});
  for (std::size_t i = 0; i < rows.size(); i += 2) rows[i].first = 1;
  const Difference d = compare(scoring_of(rows), scoring_of(zeros), {.resamples = 10'000})[0];
  const double error = 0.5 / std::sqrt(900.0);
  EXPECT_NEAR(d.low, 0.5 - 1.96 * error, 0.1 * error);
  EXPECT_NEAR(d.high, 0.5 + 1.96 * error, 0.1 * error);
}

TEST(Bootstrap, SameSystemsDoNotDiffer) {
  const Scoring scoring = scoring_of({{1, 1}, {0, 1}, {0.5, 1}});
  for (const Difference& d : compare(scoring, scoring, {.resamples = 100})) {
    EXPECT_EQ(d.value, 0);
    EXPECT_EQ(d.low, 0);
    EXPECT_EQ(d.high, 0);
  }
}

TEST(Bootstrap, DependsOnTheSeed) {
  const Scoring ours = scoring_of({{1, 1}, {0, 1.5}, {0.5, 1}, {0.25, 2}});
  const Scoring theirs = scoring_of({{0, 1}, {0.2, 1}, {0.7, 1}, {0.1, 1}});
  const auto low = [&](std::uint64_t seed) {
    return compare(ours, theirs, {.resamples = 50, .seed = seed})[1].low;
  };
  EXPECT_EQ(low(1), low(1));
  EXPECT_NE(low(1), low(2));
}

TEST(Bootstrap, AlwaysCountsPredictionsWithoutAnItem) {
  Scoring ours = scoring_of({{1, 1}}), theirs = ours;
  ours.outside = {0, 1};
  const Difference d = compare(ours, theirs, {.resamples = 20})[1];
  EXPECT_EQ(d.value, -0.5);
  EXPECT_EQ(d.low, -0.5);
  EXPECT_EQ(d.high, -0.5);
}

TEST(Bootstrap, RefusesDifferentItemsAndZeroResamples) {
  const Scoring one = scoring_of({{1, 1}}), two = scoring_of({{1, 1}, {1, 1}});
  EXPECT_THROW(compare(one, two), std::invalid_argument);
  EXPECT_THROW(compare(one, one, {.resamples = 0}), std::invalid_argument);
}

}  // namespace
}  // namespace spandrop
