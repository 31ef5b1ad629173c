// The runs of elements that a draw keeps.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "spandrop/core/keep_mask.h"
#include "spandrop/core/range.h"
#include "spandrop/core/spans.h"

namespace spandrop {

// Calls use(Range) for each maximal run of set bits of a mask, in order.
template <class Use>
void for_each_run(std::span<const std::uint64_t> words, std::size_t n, Use use) {
  std::size_t i = 0;
  // The first set bit at or after `from`; with flip = ~0, the first clear one.
  const auto next = [&](std::size_t from, std::uint64_t flip) {
    while (from < n) {
      const std::uint64_t word = (words[from / 64] ^ flip) >> (from % 64);
      if (word != 0) return from + static_cast<std::size_t>(std::countr_zero(word));
      from = (from / 64 + 1) * 64;
    }
    return n;
  };
  while ((i = next(i, 0)) < n) {
    const std::size_t end = std::min(next(i, ~std::uint64_t{0}), n);
    use(Range{i, end});
    i = end;
  }
}

// Calls use(Range) for each maximal run of kept elements, gaps included, in order.
template <class Use>
void for_each_kept_run(const Spans& spans, const KeepMask& mask, Use use) {
  std::size_t begin = 0;
  const std::span<const Range> ranges = spans.ranges();
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (mask[spans.owner(i)]) continue;
    if (begin < ranges[i].begin) use(Range{begin, ranges[i].begin});
    begin = ranges[i].end;
  }
  if (begin < spans.length()) use(Range{begin, spans.length()});
}

}  // namespace spandrop
