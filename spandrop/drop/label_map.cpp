#include "spandrop/drop/label_map.h"

#include <algorithm>
#include <utility>

namespace spandrop {

LabelMap::LabelMap(const UnitIndex* units, const Remap& remap, const DropOptions& options)
    : units_(units), options_(options), cells_(&remap) {
  if (!units) return;
  const std::string_view text = units->text();
  if (options.unit != Unit::code_point) own_code_points_.emplace(text, Unit::code_point);
  code_points_ = own_code_points_ ? &*own_code_points_ : units;
  if (code_points_->length() != text.size()) {
    std::vector<Piece> pieces(remap.pieces().begin(), remap.pieces().end());
    for (Piece& piece : pieces) {
      piece.old = {code_points_->to_units(piece.old.begin), code_points_->to_units(piece.old.end)};
      if (piece.kept || options.ablation() == Ablation::mask) piece.size = piece.old.size();
    }
    cells_ = &own_cells_.emplace(std::move(pieces));
  }

  if (options.mask) mask_units_ = UnitIndex(*options.mask, options.unit).length();
  cells_are_units_ =
      units->length() == code_points_->length() && (!options.mask || mask_units_ == 1);
  if (cells_are_units_) return;
  std::size_t cell = 0, unit = 0;
  for (const Piece& piece : cells_->pieces()) {
    new_cells_.push_back(cell);
    new_units_.push_back(unit);
    cell += piece.size;
    unit += piece.kept ? units->to_units(to_bytes(piece.old.end)) -
                             units->to_units(to_bytes(piece.old.begin))
                       : piece.size * mask_units_;
  }
}

std::size_t LabelMap::to_bytes(std::size_t old_cell) const {
  return *code_points_->to_bytes(old_cell);
}

std::size_t LabelMap::to_units(std::size_t new_cell) const {
  const auto after = std::upper_bound(new_cells_.begin(), new_cells_.end(), new_cell);
  if (after == new_cells_.begin()) return 0;
  const auto i = static_cast<std::size_t>(after - new_cells_.begin()) - 1;
  const Piece& piece = cells_->pieces()[i];
  const std::size_t inside = new_cell - new_cells_[i];
  if (!piece.kept) return new_units_[i] + inside * mask_units_;
  return new_units_[i] + units_->to_units(to_bytes(piece.old.begin + inside)) -
         units_->to_units(to_bytes(piece.old.begin));
}

Remap LabelMap::positions() const {
  std::vector<Piece> pieces(cells_->pieces().begin(), cells_->pieces().end());
  if (!cells_are_units_) {
    for (Piece& piece : pieces) {
      piece.old = {units_->to_units(to_bytes(piece.old.begin)),
                   units_->to_units(to_bytes(piece.old.end))};
      piece.size = piece.kept ? piece.old.size() : piece.size * mask_units_;
    }
  }
  return Remap(std::move(pieces));
}

Moved LabelMap::move_cells(const Label& label) const {
  if (!units_ || options_.unit == Unit::code_point) {
    return cells_->move({label.range.begin, label.range.end});
  }
  return cells_->move(
      {code_points_->to_units(label.elements.begin), code_points_->to_units(label.elements.end)});
}

MovedLabel LabelMap::move(const Label& label) const {
  const Moved cells = move_cells(label);
  MovedLabel moved{{cells.now.begin, cells.now.end}, cells.fate};
  if (cells_are_units_) return moved;
  moved.now = {to_units(cells.now.begin), to_units(cells.now.end)};
  if (moved.fate == Fate::kept || moved.fate == Fate::shifted) {
    moved.fate = moved.now.begin == label.range.begin ? Fate::kept : Fate::shifted;
  }
  return moved;
}

}  // namespace spandrop
