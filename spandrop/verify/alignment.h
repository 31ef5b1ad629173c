// Finds out which parts of a sequence were dropped, given only the sequence before and after.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/core/spans.h"

namespace spandrop {

// A part of the old sequence: a range of a span, or a gap between spans.
struct OldPart {
  Range old;
  bool can_go = true;          // false for gaps
  bool is_protected = false;   // must not go either
  bool in_split_span = false;  // belongs to a span with several ranges, which go together
  bool gets_mask = true;       // the first range of its span, where the mask of the span is
};

// The parts of a sequence in order. They cover it.
std::vector<OldPart> parts_of(const Spans& spans);

// A part in the new sequence.
struct NewPart {
  std::size_t begin = 0;
  std::size_t size = 0;
  bool kept = true;
};

// "The old elements before `old` became the new elements before `now`." A label whose place in the
// new sequence is known gives two of them.
struct Pin {
  std::size_t old = 0;
  std::size_t now = 0;
};

// The two sequences, as the search sees them.
class SequencePair {
 public:
  virtual ~SequencePair() = default;
  // The number of new elements.
  virtual std::size_t new_size() const = 0;
  // Whether the old elements are at this place of the new sequence, where there are enough
  // elements.
  virtual bool is_kept_at(Range old, std::size_t now) const = 0;
  // The number of new elements at `now` that are the mask of these old elements; none if there is
  // no such mask. Without masks, always 0: nothing is left of a dropped part.
  virtual std::optional<std::size_t> mask_at(const OldPart& part, std::size_t now) const = 0;
};

struct AlignmentSearch {
  // The new place of each part; empty if there is none.
  std::vector<NewPart> parts;
  bool found = false;
  // How far the new sequence could be explained, and the first part that could not follow.
  std::size_t explained = 0;
  // The search was given up after too many steps.
  bool gave_up = false;
};

// What labels say about a search that is under way, for sequences that can be explained in several
// ways.
class SearchGuide {
 public:
  virtual ~SearchGuide() = default;
  // Whether the labels that end in the last of these parts are as they should be.
  virtual bool is_right(std::span<const NewPart> placed) const = 0;
  // Whether no label goes on after this many parts: what follows then does not depend on how the
  // parts were placed.
  virtual bool is_between_labels(std::size_t parts) const = 0;
  // Whether everything is right in the end.
  virtual bool accepts(std::span<const NewPart> placed) const = 0;
};

// Looks for a way to get the new sequence by dropping whole spans. `pins` are sorted by `old`; they
// can only be used without masks. The guide can be null.
AlignmentSearch align(std::span<const OldPart> parts, const SequencePair& pair,
                      std::span<const Pin> pins = {}, const SearchGuide* guide = nullptr);

}  // namespace spandrop
