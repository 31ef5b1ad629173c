// Ranges of positions. Positions of different kinds have ranges of different types, so that the
// compiler rejects a mix-up.
#pragma once

#include <cstddef>

namespace spandrop {

// [begin, end) in positions of one kind.
template <class Kind>
struct Interval {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
  bool empty() const { return begin == end; }
  bool overlaps(const Interval& other) const { return begin < other.end && other.begin < end; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

// A range of elements of a sequence: bytes of a text, tokens, rows.
using Range = Interval<struct ElementPositions>;

}  // namespace spandrop
