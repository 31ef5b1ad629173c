#include "spandrop/io/label_map.h"

#include <algorithm>
#include <utility>

#include "spandrop/io/json_text.h"

namespace spandrop {

LabelMap::LabelMap(const UnitIndex* index, const Remap& remap, const DropOptions& options)
    : index_(index), options_(options), cells_(&remap) {
  if (!index) return;
  const std::string_view text = index->text();
  if (options.unit != Unit::code_point) own_code_points_.emplace(text, Unit::code_point);
  code_points_ = own_code_points_ ? &*own_code_points_ : index;
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
      index->length() == code_points_->length() && (!options.mask || mask_units_ == 1);
  if (cells_are_units_) return;
  std::size_t cell = 0, unit = 0;
  for (const Piece& piece : cells_->pieces()) {
    new_cells_.push_back(cell);
    new_units_.push_back(unit);
    cell += piece.size;
    unit += piece.kept ? index->to_units(to_bytes(piece.old.end)) -
                             index->to_units(to_bytes(piece.old.begin))
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
  return new_units_[i] + index_->to_units(to_bytes(piece.old.begin + inside)) -
         index_->to_units(to_bytes(piece.old.begin));
}

Remap LabelMap::positions() const {
  std::vector<Piece> pieces(cells_->pieces().begin(), cells_->pieces().end());
  if (!cells_are_units_) {
    for (Piece& piece : pieces) {
      piece.old = {index_->to_units(to_bytes(piece.old.begin)),
                   index_->to_units(to_bytes(piece.old.end))};
      piece.size = piece.kept ? piece.old.size() : piece.size * mask_units_;
    }
  }
  return Remap(std::move(pieces));
}

Moved LabelMap::move_cells(const Mark& mark) const {
  if (!index_ || options_.unit == Unit::code_point) return cells_->move(mark.range);
  return cells_->move(
      {code_points_->to_units(mark.elements.begin), code_points_->to_units(mark.elements.end)});
}

Moved LabelMap::move(const Mark& mark) const {
  Moved moved = move_cells(mark);
  if (cells_are_units_) return moved;
  moved.now = {to_units(moved.now.begin), to_units(moved.now.end)};
  if (moved.fate == Fate::kept || moved.fate == Fate::shifted) {
    moved.fate = moved.now.begin == mark.range.begin ? Fate::kept : Fate::shifted;
  }
  return moved;
}

std::string LabelMap::raw_text(const Record& record, const Mark& mark) const {
  const Range now = move_cells(mark).now;
  const std::string_view raw = record.raw(record.text_at);
  std::string slice;
  std::size_t begin = 0;  // of the piece, in new cells
  for (const Piece& piece : cells_->pieces()) {
    const Range part{std::max(begin, now.begin), std::min(begin + piece.size, now.end)};
    const std::size_t old = piece.old.begin + (part.begin - begin);
    begin += piece.size;
    if (part.begin >= part.end) continue;
    if (piece.kept) {
      const std::size_t from = record.text.raw_position(to_bytes(old));
      const std::size_t to = record.text.raw_position(to_bytes(old + part.size()));
      const std::string_view kept = raw.substr(from, to - from);
      if (would_pair(slice, kept))
        slice.replace(slice.size() - kLoneSurrogate.size(), slice.npos, kLoneSurrogate);
      slice += kept;
    } else {
      for (std::size_t i = 0; i < part.size(); ++i) append_escaped(slice, *options_.mask);
    }
  }
  return slice;
}

}  // namespace spandrop
