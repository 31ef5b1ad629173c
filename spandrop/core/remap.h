// Maps positions in the old sequence to positions in the new one and back, and finds the fate of
// each annotation.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "spandrop/core/keep_mask.h"
#include "spandrop/core/range.h"
#include "spandrop/core/spans.h"

namespace spandrop {

// What happens to dropped spans.
enum class Ablation {
  drop,        // removed: SpanDrop
  mask,        // each element replaced by a value: SpanMask
  mask_spans,  // each span replaced by a single value
};

// What became of an annotation: whole and in place, whole but moved, partly lost, completely lost.
enum class Fate { kept, shifted, cut, gone };

// A part of the old sequence that is kept unchanged or replaced by `size` new elements.
struct Piece {
  Range old;
  bool kept = true;
  std::size_t size = 0;
  bool by_element = false;  // each element was replaced by one new element
};

// An annotation in the new sequence.
struct Moved {
  Range now;
  Fate fate = Fate::kept;
};

class Remap {
 public:
  Remap(const Spans& spans, const KeepMask& keep, Ablation ablation = Ablation::drop);
  // The pieces must cover the old sequence in order; a kept piece must keep its size.
  explicit Remap(std::vector<Piece> pieces);
  // Keeps the whole sequence.
  static Remap identity(std::size_t length);

  std::span<const Piece> pieces() const { return pieces_; }
  std::size_t old_length() const { return old_length_; }
  std::size_t new_length() const { return new_length_; }

  // The new position of an element; none if it was dropped.
  std::optional<std::size_t> to_new(std::size_t old_position) const;
  // The old position of an element; none if it is a mask value.
  std::optional<std::size_t> to_old(std::size_t new_position) const;
  // Where a range is now. A cut range becomes its remaining elements, and a gone range the empty
  // range where it was. With Ablation::mask, masked elements keep their places, so both keep their
  // size. An empty range is gone if the elements on both sides of it are lost.
  Moved move(Range old_range) const;

 private:
  void place_pieces();
  // The piece that holds an old position; pieces_.size() for the position after the end.
  std::size_t piece_of(std::size_t old_position) const;

  std::vector<Piece> pieces_;
  std::vector<std::size_t> new_begins_;  // of each piece
  std::size_t old_length_ = 0;
  std::size_t new_length_ = 0;
};

}  // namespace spandrop
