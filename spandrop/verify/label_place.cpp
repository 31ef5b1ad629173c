#include "spandrop/verify/label_place.h"

#include <algorithm>
#include <optional>

namespace spandrop {

std::size_t PlaceFinder::part_at(std::size_t position) const {
  const auto found = std::partition_point(before_.begin(), before_.end(), [&](const OldPart& part) {
    return part.old.end <= position;
  });
  return static_cast<std::size_t>(found - before_.begin());
}

std::size_t PlaceFinder::position(std::size_t part, std::size_t old) const {
  const std::size_t begin = before_[part].old.begin;
  return after_[part].begin + (after_[part].kept ? old - begin : mask_size_({begin, old}));
}

LabelPlace PlaceFinder::of(Range label) const {
  const auto whole = [&](Range now) {
    return LabelPlace{now, now.begin == label.begin ? LabelFate::kept : LabelFate::shifted};
  };
  const std::size_t length = before_.empty() ? 0 : before_.back().old.end;
  const std::size_t first = part_at(label.begin);
  const std::size_t new_length = after_.empty() ? 0 : after_.back().begin + after_.back().size;
  if (label.empty()) {
    if (label.begin == length) return whole({new_length, new_length});
    const std::size_t at = has_place(first) ? position(first, label.begin) : after_[first].begin;
    // It lies between two elements, and is gone with both.
    if (label.begin > 0 && is_lost(label.begin - 1) && is_lost(label.begin)) {
      return {{at, at}, LabelFate::gone};
    }
    return whole({at, at});
  }
  std::optional<Range> now;
  bool some_kept = false, some_lost = false;
  for (std::size_t i = first; i < before_.size() && before_[i].old.begin < label.end; ++i) {
    (after_[i].kept ? some_kept : some_lost) = true;
    if (!has_place(i)) continue;
    const std::size_t begin = position(i, std::max(label.begin, before_[i].old.begin));
    const std::size_t end = position(i, std::min(label.end, before_[i].old.end));
    now = Range{now ? now->begin : begin, end};
  }
  if (!now) return {{after_[first].begin, after_[first].begin}, LabelFate::gone};
  if (!some_lost) return whole(*now);
  return {*now, some_kept ? LabelFate::cut : LabelFate::gone};
}

}  // namespace spandrop
