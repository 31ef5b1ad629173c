// Spans that must be kept or dropped together, such as a tool call and its results.
#pragma once

#include <cstdint>
#include <vector>

#include "spandrop/core/spans.h"

namespace spandrop {

// Makes one span of all spans that hold elements of the same group. `groups` has the group of each
// element. If an element of a group is in no span, it is always kept, and so are the spans of its
// group: they become gaps.
Spans joined_spans(const Spans& spans, const std::vector<std::uint32_t>& groups);

}  // namespace spandrop
