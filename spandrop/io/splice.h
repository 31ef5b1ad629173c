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

// The edit that removes elements `first` to `end` - 1, next to which others stay. One of the two
// commas around them goes with them.
inline Edit removal(const RawArray& array, std::size_t first, std::size_t end) {
  const std::vector<Range>& elements = array.elements;
  Range at{elements[first].begin, elements[end - 1].end};
  if (first > 0) {
    at.begin = elements[first - 1].end;
  } else if (end < elements.size()) {
    at.end = elements[end].begin;
  }
  return {at, {}};
}

// The edits that remove elements: `is_kept(i)` tells which stay.
template <class IsKept>
void remove_elements(const RawArray& array, IsKept is_kept, std::vector<Edit>& edits) {
  const std::size_t size = array.elements.size();
  std::size_t i = 0;
  while (i < size) {
    if (is_kept(i)) {
      ++i;
      continue;
    }
    const std::size_t first = i;
    while (i < size && !is_kept(i)) ++i;
    edits.push_back(removal(array, first, i));
  }
}

}  // namespace spandrop
