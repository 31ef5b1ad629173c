#include "spandrop/drop/protection.h"

#include <algorithm>

namespace spandrop {
namespace {

// Sets the bits of all spans that touch a range.
void protect_range(const Spans& spans, Range range, KeepMask& mask) {
  if (range.empty()) return;
  for (std::size_t i = spans.first_range_after(range.begin);
       i < spans.ranges().size() && spans.ranges()[i].begin < range.end; ++i) {
    mask.keep(spans.owner(i));
  }
}

// An empty label is lost only if the elements on both sides of it are dropped. If both can be,
// keeping the one after it is enough.
Range holder(const Spans& spans, Range label) {
  if (!label.empty() || label.begin == 0) return label;
  const std::size_t before = spans.first_range_after(label.begin - 1);
  const std::size_t after = spans.first_range_after(label.begin);
  const auto holds = [&](std::size_t range, std::size_t position) {
    return range < spans.ranges().size() && spans.ranges()[range].begin <= position;
  };
  if (!holds(before, label.begin - 1) || !holds(after, label.begin)) return label;
  return {label.begin, label.begin + 1};
}

}  // namespace

KeepMask protected_spans(const Spans& spans, const std::vector<Range>& never_drop,
                         const std::vector<Range>& labels, Protect protect) {
  KeepMask mask(spans.size());
  if (protect == Protect::none) return mask;
  for (const Range& range : never_drop) protect_range(spans, range, mask);
  if (protect == Protect::annotations) {
    for (const Range& label : labels) protect_range(spans, holder(spans, label), mask);
  }
  return mask;
}

KeepMask protected_spans(std::size_t n, const std::vector<std::size_t>& never_drop,
                         const std::vector<std::size_t>& labels, Protect protect) {
  KeepMask mask(n);
  if (protect == Protect::none) return mask;
  for (const std::size_t span : never_drop) mask.keep(span);
  if (protect == Protect::annotations) {
    for (const std::size_t span : labels) mask.keep(span);
  }
  return mask;
}

LabelKeeper::LabelKeeper(const Spans& spans, const std::vector<Range>& labels, Ablation ablation)
    : spans_(spans), ablation_(ablation), touched_(spans.size()) {
  for (const Range& label : labels) {
    protect_range(spans, label, touched_);
    if (label.empty()) empty_.push_back(label);
  }
}

bool LabelKeeper::operator()(const KeepMask& mask) const {
  for (std::size_t i = 0; i < mask.words().size(); ++i) {
    if (touched_.words()[i] & ~mask.words()[i]) return false;
  }
  if (empty_.empty()) return true;
  const Remap remap(spans_, mask, ablation_);
  return std::none_of(empty_.begin(), empty_.end(),
                      [&](const Range& label) { return remap.move(label).fate == Fate::gone; });
}

}  // namespace spandrop
