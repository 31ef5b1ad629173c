#include "spandrop/verify/raw_rest.h"

#include <algorithm>
#include <vector>

namespace spandrop {
namespace {

// The places that a drop changes, in order. Returns false if elements of lists were removed.
bool touched_places(const Record& record, const Record& other, std::vector<Place>& places) {
  places.assign(1, record.text_at);
  const LabelList* const lists[] = {&record.annotations, &record.answers, &record.never_drop,
                                    &record.spans};
  const LabelList* const others[] = {&other.annotations, &other.answers, &other.never_drop,
                                     &other.spans};
  for (std::size_t i = 0; i < std::size(lists); ++i) {
    if (lists[i]->labels.size() != others[i]->labels.size()) return false;
    for (const LabelPlaces& at : lists[i]->places) {
      for (const Place& place : {at.begin, at.end, at.text, at.word}) {
        if (place.begin > 0) places.push_back(place);
      }
    }
  }
  const auto is_before = [](const Place& a, const Place& b) { return a.begin < b.begin; };
  if (!std::is_sorted(places.begin(), places.end(), is_before)) {
    std::sort(places.begin(), places.end(), is_before);
  }
  return true;
}

}  // namespace

bool is_equal_outside_sequence(const Record& before, const Record& after) {
  if (!before.is_text || !after.is_text) return false;
  thread_local std::vector<Place> was, is;  // keeps its memory
  if (!touched_places(before, after, was) || !touched_places(after, before, is)) return false;
  if (was.size() != is.size()) return false;
  std::size_t old_at = 0, new_at = 0;
  for (std::size_t i = 0; i < was.size(); ++i) {
    if (before.raw({old_at, was[i].begin}) != after.raw({new_at, is[i].begin})) return false;
    old_at = was[i].end;
    new_at = is[i].end;
  }
  return before.line.substr(old_at) == after.line.substr(new_at);
}

}  // namespace spandrop
