#include "spandrop/verify/alignment.h"

#include <algorithm>
#include <unordered_set>

namespace spandrop {
namespace {

// What has been decided about spans with several ranges.
enum class SplitSpans { none, kept, dropped };

// Steps back after which a search is given up. A guide looks at labels in each step.
constexpr std::size_t kMostSteps = 1'000'000;
constexpr std::size_t kMostGuidedSteps = 50'000;

// A depth-first search over the parts: each is kept or dropped. Equal texts are matched as early as
// possible, so that it nearly never has to go back.
class Search {
 public:
  Search(std::span<const OldPart> parts, const SequencePair& pair, std::span<const Pin> pins,
         const SearchGuide* guide, SplitSpans split)
      : parts_(parts),
        pair_(pair),
        pins_(pins),
        guide_(guide),
        split_(split),
        old_size_(parts.empty() ? 0 : parts.back().old.end),
        new_size_(pair.new_size()) {}

  AlignmentSearch run() {
    AlignmentSearch result;
    placed_.reserve(parts_.size());
    for (;;) {
      result.explained = std::max(result.explained, now_);
      const bool at_end = placed_.size() == parts_.size();
      if (at_end && now_ == new_size_ && fits_end()) {
        if (!guide_ || guide_->accepts(placed_)) {
          result.found = true;
          result.parts = std::move(placed_);
          return result;
        }
        live_ = placed_.size();
      }
      if (!at_end && (keep() || drop())) continue;
      if (!go_back()) return result;
      if (++steps_ > (guide_ ? kMostGuidedSteps : kMostSteps)) {
        result.gave_up = true;
        return result;
      }
    }
  }

 private:
  bool keep() {
    const OldPart& part = parts_[placed_.size()];
    if (part.in_split_span && split_ == SplitSpans::dropped) return false;
    const std::size_t size = part.old.size();
    if (size > new_size_ - now_ || !fits(part.old, size)) return false;
    if (!pair_.is_kept_at(part.old, now_)) return false;
    return enter({now_, size, true});
  }

  bool drop() {
    const OldPart& part = parts_[placed_.size()];
    if (!part.can_go || part.is_protected) return false;
    if (part.in_split_span && split_ == SplitSpans::kept) return false;
    const std::optional<std::size_t> size = pair_.mask_at(part, now_);
    if (!size || !fits(part.old, 0)) return false;
    return enter({now_, *size, false});
  }

  bool enter(NewPart place) {
    const std::size_t now = place.begin + place.size;
    if (!dead_.empty() && dead_.contains(state(placed_.size() + 1, now))) return false;
    placed_.push_back(place);
    if (guide_ && !guide_->is_right(placed_)) {
      placed_.pop_back();
      return false;
    }
    now_ = now;
    return true;
  }

  // Gives up the present state and the choices that led only to it.
  bool go_back() {
    for (;;) {
      if (!live_ || placed_.size() > *live_) mark_dead();
      if (placed_.empty()) return false;
      const NewPart last = placed_.back();
      placed_.pop_back();
      if (live_) live_ = std::min(*live_, placed_.size());
      now_ = last.begin;
      if (last.kept && drop()) return true;
    }
  }

  void mark_dead() {
    if (guide_ && !guide_->is_between_labels(placed_.size())) return;
    dead_.insert(state(placed_.size(), now_));
  }

  std::uint64_t state(std::size_t part, std::size_t now) const {
    return static_cast<std::uint64_t>(part) * (new_size_ + 1) + now;
  }

  // Whether the pins allow `size` (all, or none) of the old elements to be at the present place.
  bool fits(Range old, std::size_t size) {
    if (pins_.empty()) return true;
    auto pin = std::lower_bound(pins_.begin(), pins_.end(), old.begin,
                                [](const Pin& p, std::size_t at) { return p.old < at; });
    for (; pin != pins_.end() && pin->old < old.end; ++pin) {
      if (pin->now != now_ + (size > 0 ? pin->old - old.begin : 0)) return false;
    }
    if (pin == pins_.end()) return true;
    // The old elements up to the next pin must become the new ones up to it.
    const std::size_t after = now_ + size;
    return pin->now >= after && pin->now - after <= pin->old - old.end;
  }

  bool fits_end() const {
    return pins_.empty() || pins_.back().old < old_size_ || pins_.back().now == new_size_;
  }

  std::span<const OldPart> parts_;
  const SequencePair& pair_;
  std::span<const Pin> pins_;
  const SearchGuide* guide_;
  SplitSpans split_;
  std::size_t old_size_;
  std::size_t new_size_;
  std::vector<NewPart> placed_;             // the parts decided so far
  std::size_t now_ = 0;                     // the new elements that they explain
  std::unordered_set<std::uint64_t> dead_;  // states that do not lead to the end
  // The states after this many parts or fewer did lead to the end, which the guide did not accept.
  std::optional<std::size_t> live_;
  std::size_t steps_ = 0;
};

}  // namespace

std::vector<OldPart> parts_of(const Spans& spans) {
  std::vector<OldPart> parts;
  parts.reserve(spans.ranges().size() + 1);
  std::vector<std::uint32_t> ranges(spans.size());  // of each span
  for (std::size_t i = 0; i < spans.ranges().size(); ++i) ++ranges[spans.owner(i)];
  std::vector<bool> was_seen(spans.size());
  std::size_t end = 0;
  for (std::size_t i = 0; i < spans.ranges().size(); ++i) {
    const Range range = spans.ranges()[i];
    const std::size_t owner = spans.owner(i);
    if (end < range.begin) parts.push_back({.old = {end, range.begin}, .can_go = false});
    parts.push_back(
        {.old = range, .in_split_span = ranges[owner] > 1, .gets_mask = !was_seen[owner]});
    was_seen[owner] = true;
    end = range.end;
  }
  if (end < spans.length()) parts.push_back({.old = {end, spans.length()}, .can_go = false});
  return parts;
}

AlignmentSearch align(std::span<const OldPart> parts, const SequencePair& pair,
                      std::span<const Pin> pins, const SearchGuide* guide) {
  const bool is_split =
      std::any_of(parts.begin(), parts.end(), [](const OldPart& p) { return p.in_split_span; });
  if (!is_split) return Search(parts, pair, pins, guide, SplitSpans::none).run();
  // Adaptive spans have only one span of this kind: either all its ranges were kept, or none.
  AlignmentSearch kept = Search(parts, pair, pins, guide, SplitSpans::kept).run();
  if (kept.found) return kept;
  AlignmentSearch dropped = Search(parts, pair, pins, guide, SplitSpans::dropped).run();
  if (dropped.found) return dropped;
  return kept.explained >= dropped.explained ? kept : dropped;
}

}  // namespace spandrop
