#include "spandrop/verify/label_lists.h"

#include <algorithm>
#include <array>
#include <utility>

#include "spandrop/base/json_writer.h"
#include "spandrop/io/records/json_text.h"
#include "spandrop/io/records/line_reader.h"

namespace spandrop {
namespace {

std::string item(const LabelList& list, std::size_t number) {
  return list.name + "[" + std::to_string(number) + "]";
}

bool is_lost(LabelFate fate) { return fate == LabelFate::cut || fate == LabelFate::gone; }

// The raw object of an annotation, or the raw pair of a range.
std::string_view raw_label(const Record& record, const LabelList& list, std::size_t number) {
  return record.raw(list.arrays.back().elements[number]);
}

}  // namespace

bool is_removed(LabelFate fate, bool has_policy, OnLost policy) {
  if (!has_policy) return fate == LabelFate::gone;
  return policy == OnLost::drop && is_lost(fate);
}

bool LabelListChecker::has_same_text(Range old, Range now) const {
  if (old.size() != now.size()) return false;
  if (before_.is_text) {
    return before_.text.text().substr(old.begin, old.size()) ==
           after_.text.text().substr(now.begin, now.size());
  }
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (!comparer_.equal(before_.raw(before_.tokens.elements[old.begin + i]),
                         after_.raw(after_.tokens.elements[now.begin + i]))) {
      return false;
    }
  }
  return true;
}

void LabelListChecker::add_pins(const ListPair& lists, bool guess, std::vector<Pin>& pins) const {
  const std::vector<Label>& before = lists.before->labels;
  const std::vector<Label>& after = lists.after->labels;
  const bool is_complete = before.size() == after.size();
  if (!is_complete && !guess) return;
  std::size_t old = 0;
  for (std::size_t now = 0; now < after.size(); ++now) {
    if (!is_complete) {
      const auto is_it = [&](std::size_t i) {
        return has_same_text(before[i].elements, after[now].elements) &&
               !changed_member(lists, i, now);
      };
      while (old < before.size() && !is_it(old)) ++old;
      if (old == before.size()) return;
    }
    pins.push_back({before[old].elements.begin, after[now].elements.begin});
    pins.push_back({before[old].elements.end, after[now].elements.end});
    ++old;
  }
}

void LabelListChecker::add_chosen(const ListPair& lists, const std::vector<bool>& left,
                                  std::vector<Pin>& pins) {
  std::size_t now = 0;
  for (std::size_t old = 0; old < left.size(); ++old) {
    if (!left[old]) continue;
    const Range was = lists.before->labels[old].elements;
    const Range is = lists.after->labels[now++].elements;
    pins.push_back({was.begin, is.begin});
    pins.push_back({was.end, is.end});
  }
}

std::optional<std::vector<Pin>> LabelListChecker::pins(std::span<const ListPair> lists,
                                                       std::size_t attempt) const {
  constexpr std::size_t most_choices = 200;
  std::vector<Pin> pins;
  bool was_chosen = attempt < 2;
  for (const ListPair& list : lists) {
    const std::size_t old_size = list.before->labels.size(), new_size = list.after->labels.size();
    const bool is_shorter = new_size < old_size;
    if (attempt < 2 || !is_shorter || was_chosen) {
      add_pins(list, attempt > 0, pins);
      continue;
    }
    // The possibilities of the first short list, one after another.
    std::vector<bool> left(old_size);
    std::fill_n(left.begin(), new_size, true);
    for (std::size_t i = 2; i < attempt; ++i) {
      if (!std::prev_permutation(left.begin(), left.end())) return std::nullopt;
    }
    if (attempt > most_choices) return std::nullopt;
    add_chosen(list, left, pins);
    was_chosen = true;
  }
  if (!was_chosen) return std::nullopt;
  std::sort(pins.begin(), pins.end(), [](const Pin& a, const Pin& b) {
    return std::pair(a.old, a.now) < std::pair(b.old, b.now);
  });
  return pins;
}

void LabelListChecker::add_to(LabelGuide& guide, const ListPair& lists) const {
  for (const Label& label : lists.before->labels) {
    guide.add(label.elements, [this, lists, &label](const PlaceFinder& places, auto) {
      const LabelPlace place = places.of(label.elements);
      if (is_removed(place.fate, lists.has_policy, options_.on_lost)) return true;
      return std::any_of(lists.after->labels.begin(), lists.after->labels.end(),
                         [&](const Label& other) { return other.elements == place.now; });
    });
  }
}

std::vector<ExpectedLabel> LabelListChecker::expected(const ListPair& lists,
                                                      const PlaceFinder& places) const {
  std::vector<ExpectedLabel> expected;
  expected.reserve(lists.before->labels.size());
  for (std::size_t i = 0; i < lists.before->labels.size(); ++i) {
    const LabelPlace place = places.of(lists.before->labels[i].elements);
    if (is_removed(place.fate, lists.has_policy, options_.on_lost)) continue;
    expected.push_back({i, place.now, place.fate});
  }
  return expected;
}

bool LabelListChecker::has_ranges(const ListPair& lists,
                                  const std::vector<ExpectedLabel>& expected) const {
  const std::vector<Label>& after = lists.after->labels;
  return std::equal(
      expected.begin(), expected.end(), after.begin(), after.end(),
      [](const ExpectedLabel& e, const Label& label) { return e.now == label.elements; });
}

void LabelListChecker::count(const ListPair& lists, const std::vector<ExpectedLabel>& expected,
                             const PlaceFinder& places, VerifyCounts& counts) const {
  if (expected.size() < lists.before->labels.size()) {
    for (const Label& label : lists.before->labels) {
      const LabelFate fate = places.of(label.elements).fate;
      if (is_lost(fate)) counts.add_label(fate, true);
    }
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::size_t begin = lists.before->labels[expected[i].number].range.begin;
    LabelFate fate = expected[i].fate;
    // Positions count in the units of the user; elements are bytes.
    if (!is_lost(fate)) {
      fate = lists.after->labels[i].range.begin == begin ? LabelFate::kept : LabelFate::shifted;
    }
    counts.add_label(fate, false);
  }
}

std::string LabelListChecker::shown(const Record& record, Range elements) const {
  UnitRange range{elements.begin, elements.end};
  std::string text;
  if (const UnitIndex* units = record.units()) {
    range = {units->to_units(elements.begin), units->to_units(elements.end)};
    text = " " + json_string(shortened(record.text.text().substr(elements.begin, elements.size())));
  }
  return std::to_string(range.begin) + " to " + std::to_string(range.end) + text;
}

std::optional<FieldProblem> LabelListChecker::lost_label(const ListPair& lists,
                                                         const PlaceFinder& places) const {
  const bool may_be_lost = options_.on_lost == OnLost::keep || options_.on_lost == OnLost::drop;
  if (!lists.has_policy || may_be_lost) return std::nullopt;
  for (std::size_t i = 0; i < lists.before->labels.size(); ++i) {
    const LabelFate fate = places.of(lists.before->labels[i].elements).fate;
    if (!is_lost(fate)) continue;
    return FieldProblem{
        item(*lists.before, i) + " of the original",
        std::string("expected every label to survive, got one that was ") +
            (fate == LabelFate::cut ? "cut" : "dropped") + " (checked because of --on-lost " +
            std::string(names_of(OnLost{})[static_cast<std::size_t>(options_.on_lost)]) + ")"};
  }
  return std::nullopt;
}

std::optional<FieldProblem> LabelListChecker::problem(const ListPair& lists,
                                                      const std::vector<ExpectedLabel>& expected,
                                                      const PlaceFinder& places) const {
  if (lists.before->present != lists.after->present) {
    return FieldProblem{lists.before->name,
                        lists.before->present
                            ? "missing field that the original has"
                            : "expected no field that the original does not have"};
  }
  if (auto lost = lost_label(lists, places)) return lost;
  const std::vector<Label>& after = lists.after->labels;
  for (std::size_t i = 0; i < std::min(expected.size(), after.size()); ++i) {
    const Range old = lists.before->labels[expected[i].number].elements;
    if (expected[i].now != after[i].elements) {
      return FieldProblem{item(*lists.after, i), "expected " + shown(after_, expected[i].now) +
                                                     " (in the original: " + shown(before_, old) +
                                                     "), got " + shown(after_, after[i].elements)};
    }
    if (auto member = changed_member(lists, expected[i].number, i)) {
      return FieldProblem{item(*lists.after, i) + (member->empty() ? "" : "." + *member),
                          "expected the value that label " + std::to_string(expected[i].number) +
                              " of the original has, or the text at its new place, got another"};
    }
  }
  if (expected.size() != after.size()) {
    return FieldProblem{lists.before->name, "expected " + std::to_string(expected.size()) +
                                                " of the " +
                                                std::to_string(lists.before->labels.size()) +
                                                " labels, got " + std::to_string(after.size())};
  }
  return std::nullopt;
}

bool LabelListChecker::is_equal_outside_places(const ListPair& lists, std::size_t old,
                                               std::size_t now) const {
  const auto places_of = [](const LabelPlaces& at) {
    std::array<Place, 4> places{at.begin, at.end, at.text, at.word};
    std::sort(places.begin(), places.end(),
              [](const Place& a, const Place& b) { return a.begin < b.begin; });
    return places;
  };
  const auto before = places_of(lists.before->places[old]);
  const auto after = places_of(lists.after->places[now]);
  const Place was = lists.before->arrays.back().elements[old];
  const Place is = lists.after->arrays.back().elements[now];
  std::size_t old_at = was.begin, new_at = is.begin;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].empty() != after[i].empty()) return false;
    if (before[i].empty()) continue;
    if (before_.raw({old_at, before[i].begin}) != after_.raw({new_at, after[i].begin})) {
      return false;
    }
    old_at = before[i].end;
    new_at = after[i].end;
  }
  return before_.raw({old_at, was.end}) == after_.raw({new_at, is.end});
}

std::optional<std::string> LabelListChecker::changed_member(const ListPair& lists, std::size_t old,
                                                            std::size_t now) const {
  // Only annotations have members. The reader has checked the texts of answers.
  if (lists.before != &before_.annotations) return std::nullopt;
  if (is_equal_outside_places(lists, old, now)) return std::nullopt;
  std::vector<std::string_view> except = {"begin", "start", "end"};
  const LabelPlaces& was = lists.before->places[old];
  const LabelPlaces& is = lists.after->places[now];
  // A text that repeated the label's text must still do so. The reader says whether it does, but
  // sees no difference between an empty text and none.
  const bool is_empty = lists.after->labels[now].elements.empty();
  for (const auto& [name, before, after] :
       {std::tuple{"text", was.text, is.text}, std::tuple{"word", was.word, is.word}}) {
    if (before.empty()) continue;
    except.push_back(name);
    const std::string_view raw = raw_label(after_, *lists.after, now);
    const bool has_empty_text = is_empty && comparer_.member_is(raw, name, "\"\"");
    if (after.empty() && !has_empty_text) return name;
  }
  return comparer_.difference(raw_label(before_, *lists.before, old),
                              raw_label(after_, *lists.after, now), except);
}

}  // namespace spandrop
