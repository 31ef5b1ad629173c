// Compares the labels of a record before and after a drop.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spandrop/io/records/record.h"
#include "spandrop/verify/json_equal.h"
#include "spandrop/verify/label_guide.h"
#include "spandrop/verify/label_place.h"
#include "spandrop/verify/report.h"
#include "spandrop/verify/verify_options.h"

namespace spandrop {

// One field with labels, before and after.
struct ListPair {
  const LabelList* before = nullptr;
  const LabelList* after = nullptr;
  // Ranges such as `protected` have no policy: those that are gone are removed.
  bool has_policy = true;
};

// Whether a label of this fate is removed from its list.
bool is_removed(LabelFate fate, bool has_policy, OnLost policy);

// A label that must be in the new list.
struct ExpectedLabel {
  std::size_t number = 0;  // in the old list
  Range now;               // in elements
  LabelFate fate = LabelFate::kept;
};

class LabelListChecker {
 public:
  // The records must outlive this.
  LabelListChecker(const Record& before, const Record& after, const VerifyOptions& options,
                   JsonComparer& comparer)
      : before_(before), after_(after), options_(options), comparer_(comparer) {}

  // The new places of the labels, as the pins of a search, sorted. If labels were removed, it is
  // not known which ones are left: attempt 0 has none of such a list, attempt 1 those with the same
  // text, and later ones try all possibilities of a short list. None after the last attempt.
  std::optional<std::vector<Pin>> pins(std::span<const ListPair> lists, std::size_t attempt) const;
  // Adds the checks of the labels to a guide.
  void add_to(LabelGuide& guide, const ListPair& lists) const;
  // The labels that must be in the new list.
  std::vector<ExpectedLabel> expected(const ListPair& lists, const PlaceFinder& places) const;
  // Whether the new list has exactly the expected ranges.
  bool has_ranges(const ListPair& lists, const std::vector<ExpectedLabel>& expected) const;
  // Counts the labels of a list without a problem.
  void count(const ListPair& lists, const std::vector<ExpectedLabel>& expected,
             const PlaceFinder& places, VerifyCounts& counts) const;
  // The first problem of the list, if any.
  std::optional<FieldProblem> problem(const ListPair& lists,
                                      const std::vector<ExpectedLabel>& expected,
                                      const PlaceFinder& places) const;

 private:
  void add_pins(const ListPair& lists, bool guess, std::vector<Pin>& pins) const;
  // Pins for which the labels `left` of the old list are the new list.
  static void add_chosen(const ListPair& lists, const std::vector<bool>& left,
                         std::vector<Pin>& pins);
  bool has_same_text(Range old, Range now) const;
  // The name of the first other member that differs, such as `label`, if any.
  std::optional<std::string> changed_member(const ListPair& lists, std::size_t old,
                                            std::size_t now) const;
  // The same if only the places of numbers and texts differ: no parser needed.
  bool is_equal_outside_places(const ListPair& lists, std::size_t old, std::size_t now) const;
  std::optional<FieldProblem> lost_label(const ListPair& lists, const PlaceFinder& places) const;
  std::string shown(const Record& record, Range elements) const;

  const Record& before_;
  const Record& after_;
  const VerifyOptions& options_;
  JsonComparer& comparer_;
};

}  // namespace spandrop
