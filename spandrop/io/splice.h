// The output is the input's raw bytes with a few places replaced: what no edit touches stays as it
// was.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/core/range.h"

namespace spandrop {

// Replaces raw bytes [at.begin, at.end) of a line.
struct Edit {
  Range at;
  std::string with;
};

// Appends `line` with its edits to `out`. Edits may come in any order, but must not overlap.
void append_spliced(std::string& out, std::string_view line, std::vector<Edit>& edits);

// A JSON array in the raw bytes of a line.
struct RawArray {
  std::vector<Range> elements;  // the raw bytes of each element
};

// The edits that remove elements: `is_kept(i)` tells which stay. One of the two commas around what
// is removed goes with it.
template <class IsKept>
void remove_elements(const RawArray& array, IsKept is_kept, std::vector<Edit>& edits) {
  const std::vector<Range>& elements = array.elements;
  std::size_t i = 0;
  while (i < elements.size()) {
    if (is_kept(i)) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < elements.size() && !is_kept(end)) ++end;
    Range at{elements[i].begin, elements[end - 1].end};
    if (i > 0) {
      at.begin = elements[i - 1].end;
    } else if (end < elements.size()) {
      at.end = elements[end].begin;
    }
    edits.push_back({at, {}});
    i = end;
  }
}

}  // namespace spandrop
