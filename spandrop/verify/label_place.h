// Where a label must be in the new sequence, given what became of each part. Written from the
// documentation of `drop` (docs/drop.md#labels), independently of the code that moves labels.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "spandrop/core/range.h"
#include "spandrop/verify/alignment.h"
#include "spandrop/verify/report.h"

namespace spandrop {

struct LabelPlace {
  Range now;  // in elements
  LabelFate fate = LabelFate::kept;
};

// What a drop leaves of a dropped part.
enum class Leaves { nothing, mask_per_element, mask_per_span };

class PlaceFinder {
 public:
  // The parts before and after, which must outlive this. `mask_size` is the number of new elements
  // that replace the old elements of a range, with a mask per element.
  PlaceFinder(std::span<const OldPart> before, std::span<const NewPart> after, Leaves leaves,
              std::function<std::size_t(Range)> mask_size)
      : before_(before), after_(after), leaves_(leaves), mask_size_(std::move(mask_size)) {}

  LabelPlace of(Range label) const;

 private:
  std::size_t part_at(std::size_t position) const;
  bool has_place(std::size_t part) const {
    return after_[part].kept || leaves_ == Leaves::mask_per_element;
  }
  // The new position of an old one in a part that has a place.
  std::size_t position(std::size_t part, std::size_t old) const;
  bool is_lost(std::size_t element) const { return !after_[part_at(element)].kept; }

  std::span<const OldPart> before_;
  std::span<const NewPart> after_;
  Leaves leaves_;
  std::function<std::size_t(Range)> mask_size_;
};

}  // namespace spandrop
