#include "spandrop/drop/joined_spans.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace spandrop {
namespace {

// Sets of numbers that are joined step by step.
class Sets {
 public:
  explicit Sets(std::size_t size) : parents_(size) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
  }

  std::size_t find(std::size_t i) {
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }
  void join(std::size_t i, std::size_t j) { parents_[find(i)] = find(j); }

 private:
  std::vector<std::size_t> parents_;
};

}  // namespace

Spans joined_spans(const Spans& spans, const std::vector<std::uint32_t>& groups) {
  const std::uint32_t group_count = groups.empty() ? 0 : 1 + *std::ranges::max_element(groups);
  // The groups come after the spans; the last set has all that is always kept.
  const std::size_t kept = spans.size() + group_count;
  Sets sets(kept + 1);
  std::vector<bool> is_in_span(groups.size());
  for (std::size_t i = 0; i < spans.ranges().size(); ++i) {
    for (std::size_t at = spans.ranges()[i].begin; at < spans.ranges()[i].end; ++at) {
      sets.join(spans.owner(i), spans.size() + groups[at]);
      is_in_span[at] = true;
    }
  }
  for (std::size_t at = 0; at < groups.size(); ++at) {
    if (!is_in_span[at]) sets.join(spans.size() + groups[at], kept);
  }

  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> numbers(kept + 1, none);  // of the new spans, by set
  std::uint32_t count = 0;
  std::vector<Range> ranges;
  std::vector<std::uint32_t> owners;
  for (std::size_t i = 0; i < spans.ranges().size(); ++i) {
    const std::size_t set = sets.find(spans.owner(i));
    if (set == sets.find(kept)) continue;
    if (numbers[set] == none) numbers[set] = count++;
    ranges.push_back(spans.ranges()[i]);
    owners.push_back(numbers[set]);
  }
  return Spans(spans.length(), std::move(ranges), std::move(owners));
}

}  // namespace spandrop
