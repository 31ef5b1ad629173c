#include "spandrop/core/remap.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace spandrop {
namespace {

// The pieces of a sequence after `ablation` of its dropped spans.
std::vector<Piece> pieces_of(const Spans& spans, const KeepMask& keep, Ablation ablation) {
  if (keep.size() != spans.size()) {
    throw std::invalid_argument("[Remap] expected a mask of " + std::to_string(spans.size()) +
                                " spans, got " + std::to_string(keep.size()));
  }
  std::vector<Piece> pieces;
  pieces.reserve(2 * (keep.size() - keep.count()) + 1);
  std::vector<bool> masked(ablation == Ablation::mask_spans ? spans.size() : 0);
  std::size_t begin = 0;  // of the elements not yet in a piece
  const auto keep_until = [&](std::size_t end) {
    if (begin < end) pieces.push_back({{begin, end}, true, end - begin});
    begin = end;
  };
  for (std::size_t i = 0; i < spans.ranges().size(); ++i) {
    const std::size_t owner = spans.owner(i);
    if (keep[owner]) continue;
    const Range range = spans.ranges()[i];
    keep_until(range.begin);
    std::size_t size = 0;
    if (ablation == Ablation::mask) {
      size = range.size();
    } else if (ablation == Ablation::mask_spans && !masked[owner]) {
      size = 1;  // only for the first range of a span
      masked[owner] = true;
    }
    const bool grows = ablation != Ablation::mask_spans && !pieces.empty() && !pieces.back().kept;
    if (grows) {
      pieces.back().old.end = range.end;
      pieces.back().size += size;
    } else {
      pieces.push_back({range, false, size, ablation == Ablation::mask});
    }
    begin = range.end;
  }
  keep_until(spans.length());
  return pieces;
}

// Whether each old element of the piece has its own place in the new sequence, masked or not.
bool keeps_positions(const Piece& piece) {
  return piece.kept || (piece.by_element && piece.size == piece.old.size());
}

}  // namespace

Remap Remap::identity(std::size_t length) {
  std::vector<Piece> pieces;
  if (length > 0) pieces.push_back({{0, length}, true, length});
  return Remap(std::move(pieces));
}

Remap::Remap(const Spans& spans, const KeepMask& keep, Ablation ablation)
    : pieces_(pieces_of(spans, keep, ablation)) {
  place_pieces();
}

Remap::Remap(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {
  std::size_t end = 0;
  for (const Piece& piece : pieces_) {
    if (piece.old.begin != end || piece.old.empty() ||
        (piece.kept && piece.size != piece.old.size())) {
      throw std::invalid_argument("[Remap] expected pieces that cover the sequence, got one at " +
                                  std::to_string(piece.old.begin) + " after position " +
                                  std::to_string(end));
    }
    end = piece.old.end;
  }
  place_pieces();
}

void Remap::place_pieces() {
  new_begins_.reserve(pieces_.size());
  for (const Piece& piece : pieces_) {
    new_begins_.push_back(new_length_);
    new_length_ += piece.size;
  }
  old_length_ = pieces_.empty() ? 0 : pieces_.back().old.end;
}

std::size_t Remap::piece_of(std::size_t old_position) const {
  const auto found = std::partition_point(pieces_.begin(), pieces_.end(), [&](const Piece& piece) {
    return piece.old.end <= old_position;
  });
  return static_cast<std::size_t>(found - pieces_.begin());
}

std::optional<std::size_t> Remap::to_new(std::size_t old_position) const {
  const std::size_t i = piece_of(old_position);
  if (i == pieces_.size() || !pieces_[i].kept) return std::nullopt;
  return new_begins_[i] + (old_position - pieces_[i].old.begin);
}

std::optional<std::size_t> Remap::to_old(std::size_t new_position) const {
  if (new_position >= new_length_) return std::nullopt;
  // The last piece that begins at or before it. Of pieces with the same beginning, only the last
  // has elements.
  const auto after = std::upper_bound(new_begins_.begin(), new_begins_.end(), new_position);
  const std::size_t i = static_cast<std::size_t>(after - new_begins_.begin()) - 1;
  if (!pieces_[i].kept) return std::nullopt;
  return pieces_[i].old.begin + (new_position - new_begins_[i]);
}

Moved Remap::move(Range old_range) const {
  if (old_range.begin > old_range.end || old_range.end > old_length_) {
    throw std::invalid_argument("[Remap::move] expected a range within " +
                                std::to_string(old_length_) + " elements, got [" +
                                std::to_string(old_range.begin) + ", " +
                                std::to_string(old_range.end) + ")");
  }
  const auto fate_of_whole = [&](const Range& now) {
    return now.begin == old_range.begin ? Fate::kept : Fate::shifted;
  };
  const std::size_t first = piece_of(old_range.begin);
  if (old_range.empty()) {
    if (first == pieces_.size())
      return {{new_length_, new_length_}, fate_of_whole({new_length_, 0})};
    const std::size_t inside = old_range.begin - pieces_[first].old.begin;
    const std::size_t place = new_begins_[first] + (keeps_positions(pieces_[first]) ? inside : 0);
    const Range now{place, place};
    const bool gone =
        !pieces_[first].kept && (inside > 0 || (first > 0 && !pieces_[first - 1].kept));
    return {now, gone ? Fate::gone : fate_of_whole(now)};
  }

  // From the first to the last element that has a place in the new sequence.
  std::optional<Range> now;
  bool some_kept = false, some_lost = false;
  for (std::size_t i = first; i < pieces_.size() && pieces_[i].old.begin < old_range.end; ++i) {
    (pieces_[i].kept ? some_kept : some_lost) = true;
    if (!keeps_positions(pieces_[i])) continue;
    const std::size_t shift = new_begins_[i] - pieces_[i].old.begin;  // may wrap; sums undo it
    const std::size_t begin = std::max(old_range.begin, pieces_[i].old.begin) + shift;
    const std::size_t end = std::min(old_range.end, pieces_[i].old.end) + shift;
    now = Range{now ? now->begin : begin, end};
  }
  if (!now) return {{new_begins_[first], new_begins_[first]}, Fate::gone};
  if (!some_lost) return {*now, fate_of_whole(*now)};
  return {*now, some_kept ? Fate::cut : Fate::gone};
}

}  // namespace spandrop
