// The labels of a sequence: where the caller says they are, and where a drop moves them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/core/remap.h"
#include "spandrop/text/units.h"

namespace spandrop {

struct Label {
  UnitRange range;  // in the caller's units
  Range elements;   // the elements that it covers; locate() finds them
};

// A label after a drop.
struct MovedLabel {
  UnitRange now;
  Fate fate = Fate::kept;
};

// A label that is not inside its sequence.
struct LabelProblem {
  std::size_t label = 0;
  std::string reason;
};

// Finds the elements of each label. `units` is null for tokens; `length` is then their number.
// Returns the first label that is out of range.
std::optional<LabelProblem> locate(std::span<Label> labels, const UnitIndex* units,
                                   std::size_t length);

// The elements of each label.
std::vector<Range> elements_of(std::span<const Label> labels);

}  // namespace spandrop
