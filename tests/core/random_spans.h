// Random spans and masks for tests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "spandrop/core/keep_mask.h"
#include "spandrop/core/spans.h"

namespace spandrop {

// Ranges with or without gaps between them; each span owns one range or several.
inline Spans random_spans(std::size_t length, std::mt19937_64& random) {
  std::vector<Range> ranges;
  const std::size_t longest = 1 + random() % 8;
  const bool gaps = random() % 2;
  for (std::size_t begin = 0; begin < length;) {
    if (gaps) begin += random() % 3;
    const std::size_t end = std::min(length, begin + 1 + random() % longest);
    if (begin < end) ranges.push_back({begin, end});
    begin = end;
  }
  if (random() % 2 || ranges.empty()) return Spans(length, ranges);
  const std::size_t n = 1 + random() % ranges.size();
  std::vector<std::uint32_t> owners(ranges.size());
  for (std::size_t i = 0; i < owners.size(); ++i) {
    owners[i] = static_cast<std::uint32_t>(i < n ? i : random() % n);
  }
  for (std::size_t i = owners.size(); i > 1; --i) std::swap(owners[i - 1], owners[random() % i]);
  return Spans(length, ranges, owners);
}

inline KeepMask random_mask(std::size_t n, std::mt19937_64& random) {
  KeepMask mask(n);
  const std::uint64_t out_of_four = random() % 5;
  for (std::size_t i = 0; i < n; ++i) {
    if (random() % 4 < out_of_four) mask.keep(i);
  }
  return mask;
}

// The range of each element, as an index into spans.ranges(); -1 in a gap.
inline std::vector<int> ranges_of_elements(const Spans& spans) {
  std::vector<int> result(spans.length(), -1);
  for (std::size_t i = 0; i < spans.ranges().size(); ++i) {
    for (std::size_t e = spans.ranges()[i].begin; e < spans.ranges()[i].end; ++e) {
      result[e] = static_cast<int>(i);
    }
  }
  return result;
}

}  // namespace spandrop
