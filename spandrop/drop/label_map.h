// Where the labels of a sequence are after a drop, in the units of the caller.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "spandrop/core/remap.h"
#include "spandrop/drop/drop_options.h"
#include "spandrop/drop/label.h"
#include "spandrop/text/units.h"

namespace spandrop {

// Works in cells (tokens, or code points of a text), because a mask replaces a cell or a span,
// whatever its own length. Results are converted to units last.
class LabelMap {
 public:
  // `remap` is in elements; `units` is null for tokens. All arguments must outlive this.
  LabelMap(const UnitIndex* units, const Remap& remap, const DropOptions& options);

  // From old to new positions, in units.
  Remap positions() const;
  // Whether positions() equals the remap in elements.
  bool positions_equal_elements() const { return cells_are_units_ && !own_cells_; }

  MovedLabel move(const Label& label) const;

  // Calls on_kept(Range) for each run of old bytes of a text that a label still covers, and
  // on_masks(count) for the masks between them, in order.
  template <class OnKept, class OnMasks>
  void visit_text(const Label& label, OnKept on_kept, OnMasks on_masks) const;

 private:
  Moved move_cells(const Label& label) const;
  std::size_t to_units(std::size_t new_cell) const;
  std::size_t to_bytes(std::size_t old_cell) const;

  const UnitIndex* units_;
  const DropOptions& options_;
  const Remap* cells_;              // the map of cells
  std::optional<Remap> own_cells_;  // used if cells are not elements
  std::optional<UnitIndex> own_code_points_;
  const UnitIndex* code_points_ = nullptr;  // of a text
  bool cells_are_units_ = true;
  std::size_t mask_units_ = 0;
  std::vector<std::size_t> new_cells_, new_units_;  // where each piece begins in the new sequence
};

template <class OnKept, class OnMasks>
void LabelMap::visit_text(const Label& label, OnKept on_kept, OnMasks on_masks) const {
  const Range now = move_cells(label).now;
  std::size_t begin = 0;  // of the piece, in new cells
  for (const Piece& piece : cells_->pieces()) {
    const Range part{std::max(begin, now.begin), std::min(begin + piece.size, now.end)};
    const std::size_t old = piece.old.begin + (part.begin - begin);
    begin += piece.size;
    if (part.begin >= part.end) continue;
    if (piece.kept) {
      on_kept(Range{to_bytes(old), to_bytes(old + part.size())});
    } else {
      on_masks(part.size());
    }
  }
}

}  // namespace spandrop
