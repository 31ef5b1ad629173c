// The spans of a sequence: what a draw keeps or drops as a unit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spandrop/core/range.h"

namespace spandrop {

// Sorted, disjoint, non-empty ranges, each with the number of the span that owns it. A span may own
// several ranges (adaptive spans do). Elements outside all ranges are gaps, which are never
// dropped.
class Spans {
 public:
  // An empty sequence without spans.
  Spans() = default;

  // One span per range, numbered in order. Throws std::invalid_argument if a range is empty, out of
  // order, overlapping or beyond `length`.
  Spans(std::size_t length, std::vector<Range> ranges);

  // Range i belongs to span owners[i]; every span from 0 to n-1 must own at least one range.
  Spans(std::size_t length, std::vector<Range> ranges, std::vector<std::uint32_t> owners);

  // Spans of k elements each; the last one may be shorter.
  static Spans every(std::size_t length, std::size_t k);

  // The number of spans, the paper's n.
  std::size_t size() const { return size_; }
  // The number of elements in the sequence.
  std::size_t length() const { return length_; }
  std::span<const Range> ranges() const { return ranges_; }
  // The span that owns range i.
  std::size_t owner(std::size_t i) const { return owners_.empty() ? i : owners_[i]; }
  // Whether each element is its own span.
  bool are_elements() const { return ranges_.size() == length_ && owners_.empty(); }
  // The first range that ends after `position`, as an index into ranges().
  std::size_t first_range_after(std::size_t position) const;

  friend bool operator==(const Spans&, const Spans&) = default;

 private:
  std::size_t length_ = 0;
  std::size_t size_ = 0;
  std::vector<Range> ranges_;
  std::vector<std::uint32_t> owners_;  // empty when range i is span i
};

}  // namespace spandrop
