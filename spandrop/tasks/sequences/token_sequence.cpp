#include "spandrop/tasks/sequences/token_sequence.h"

#include <algorithm>
#include <utility>

#include "spandrop/drop/protection.h"

namespace spandrop {

KeepMask TokenSequence::protected_spans(Protect protect) const {
  return spandrop::protected_spans(spans.size(), support, answers, protect);
}

SequenceBuilder::SequenceBuilder(const TextEncoder& encoder, TokenSequence& sequence)
    : encoder_(encoder), sequence_(sequence) {
  sequence_.ids.push_back(encoder.beginning);
}

Range SequenceBuilder::add(std::string_view text) {
  tokens_.clear();
  encoder_.wordpiece.encode(
      text, {.add_special = false, .match_special = false, .unit = Unit::byte, .truncation = {}},
      tokens_);
  at_ = sequence_.ids.size();
  sequence_.ids.insert(sequence_.ids.end(), tokens_.ids.begin(), tokens_.ids.end());
  return {at_, sequence_.ids.size()};
}

void SequenceBuilder::separate() { sequence_.ids.push_back(encoder_.separator); }

void SequenceBuilder::add_span(std::size_t begin) {
  spans_.push_back({begin, sequence_.ids.size()});
}

std::optional<Range> SequenceBuilder::tokens_of(Range bytes) const {
  std::optional<Range> found;
  for (std::size_t i = 0; i < tokens_.offsets.size(); ++i) {
    const auto begin = static_cast<std::size_t>(tokens_.offsets[i].begin);
    const auto end = static_cast<std::size_t>(tokens_.offsets[i].end);
    if (begin >= bytes.end || end <= bytes.begin) continue;
    if (!found) found = Range{at_ + i, at_ + i};
    found->end = at_ + i + 1;
  }
  return found;
}

void SequenceBuilder::finish() { sequence_.spans = Spans(sequence_.ids.size(), std::move(spans_)); }

void add_touched(const Spans& spans, Range range, std::vector<std::size_t>& list) {
  for (std::size_t i = spans.first_range_after(range.begin);
       i < spans.ranges().size() && spans.ranges()[i].begin < range.end; ++i) {
    const std::size_t span = spans.owner(i);
    const auto place = std::lower_bound(list.begin(), list.end(), span);
    if (place == list.end() || *place != span) list.insert(place, span);
  }
}

}  // namespace spandrop
