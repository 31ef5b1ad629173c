// A range [begin, end) of elements of a sequence.
#pragma once

#include <cstddef>

namespace spandrop {

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
  bool empty() const { return begin == end; }
  bool overlaps(const Range& other) const { return begin < other.end && other.begin < end; }
  friend bool operator==(const Range&, const Range&) = default;
};

}  // namespace spandrop
