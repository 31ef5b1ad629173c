// Where the labels of a record are after a drop.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "spandrop/core/remap.h"
#include "spandrop/io/drop_options.h"
#include "spandrop/io/record.h"
#include "spandrop/text/units.h"

namespace spandrop {

// Follows the cells of a sequence: tokens, or the code points of a text. A mask stands for a code
// point or for a span, however many bytes it has, so only the result is told in units.
class LabelMap {
 public:
  // `remap` is in elements of the sequence; `index` is that of a text, null for tokens. All
  // arguments must outlive this.
  LabelMap(const UnitIndex* index, const Remap& remap, const DropOptions& options);

  // The map of all positions, in the units of the record: without masks, and with masks of one unit
  // for each, that of the cells.
  Remap positions() const;
  // Whether that is `remap` as it was given.
  bool is_given_remap() const { return cells_are_units_ && !own_cells_; }
  // Where a mark is now, in the units of the record.
  Moved move(const Mark& mark) const;

  // The raw bytes that spell the new text at the new place of a mark of a record.
  std::string raw_text(const Record& record, const Mark& mark) const;

 private:
  Moved move_cells(const Mark& mark) const;
  std::size_t to_units(std::size_t new_cell) const;
  std::size_t to_bytes(std::size_t old_cell) const;

  const UnitIndex* index_;
  const DropOptions& options_;
  const Remap* cells_;              // the map of cells
  std::optional<Remap> own_cells_;  // if that is not the map of elements
  std::optional<UnitIndex> own_code_points_;
  const UnitIndex* code_points_ = nullptr;  // of a text
  bool cells_are_units_ = true;
  std::size_t mask_units_ = 0;
  std::vector<std::size_t> new_cells_, new_units_;  // where each piece begins now
};

}  // namespace spandrop
