#include "spandrop/tasks/statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "spandrop/core/theory.h"

namespace spandrop {
namespace {

// The quantile of a sorted list, interpolated linearly.
double quantile(const std::vector<std::size_t>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = place - static_cast<double>(below);
  return (1 - part) * static_cast<double>(sorted[below]) +
         part * static_cast<double>(sorted[above]);
}

// The mean of a function of the values; the function is called once per distinct value.
double mean_of(const std::vector<std::size_t>& values,
               const std::function<double(std::size_t)>& function) {
  std::map<std::size_t, std::size_t> counts;
  for (const std::size_t value : values) ++counts[value];
  double sum = 0;
  for (const auto& [value, count] : counts) sum += static_cast<double>(count) * function(value);
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

void append(Statistics::Measure& to, const Statistics::Measure& from) {
  to.values.insert(to.values.end(), from.values.begin(), from.values.end());
}

}  // namespace

Distribution distribution(std::vector<std::size_t> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto sum = std::accumulate(values.begin(), values.end(), std::uint64_t{0});
  return {.mean = static_cast<double>(sum) / static_cast<double>(values.size()),
          .quartile_1 = quantile(values, 0.25),
          .quartile_3 = quantile(values, 0.75),
          .least = values.front(),
          .most = values.back()};
}

Statistics& Statistics::operator+=(const Statistics& other) {
  if (counts.empty()) return *this = other;
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i].count += other.counts[i].count;
  append(spans, other.spans);
  append(support, other.support);
  for (std::size_t i = 0; i < others.size(); ++i) append(others[i], other.others[i]);
  return *this;
}

Outlook outlook(const Law& law, const Statistics& statistics) {
  check(law);
  const std::vector<std::size_t>& n = statistics.spans.values;
  const std::vector<std::size_t>& m = statistics.support.values;
  return {
      .spans_kept = (1 - law.rate) * distribution(n).mean,
      .unchanged = mean_of(n, [&](std::size_t spans) { return p_all_kept(law, spans); }),
      .noise = mean_of(m, [&](std::size_t facts) { return p_some_lost(law, facts); }),
      .lost = mean_of(m, [&](std::size_t facts) { return expected_lost(law, facts); }),
      .entropy_per_span =
          mean_of(n, [&](std::size_t spans) { return entropy_per_span(law, spans); }),
  };
}

}  // namespace spandrop
