// The output is the input's raw bytes with a few places replaced. Every other byte is unchanged.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/core/range.h"

namespace spandrop {

// A place in the raw bytes of a line or a file.
using Place = Interval<struct RawPositions>;

// Replaces the raw bytes at a place.
struct Edit {
  Place at;
  std::string with;
};

// Appends `line` with its edits to `out`. Edits may come in any order, but must not overlap.
void append_spliced(std::string& out, std::string_view line, std::vector<Edit>& edits);

// A JSON array in the raw bytes of a line.
struct RawArray {
  std::vector<Place> elements;
};

// The edit that removes elements `first` to `end` - 1 together with one of the commas around them.
inline Edit removal(const RawArray& array, std::size_t first, std::size_t end) {
  const std::vector<Place>& elements = array.elements;
  Place at{elements[first].begin, elements[end - 1].end};
  if (first > 0) {
    at.begin = elements[first - 1].end;
  } else if (end < elements.size()) {
    at.end = elements[end].begin;
  }
  return {at, {}};
}

// Adds the edits that remove the elements for which `is_kept(i)` is false.
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
