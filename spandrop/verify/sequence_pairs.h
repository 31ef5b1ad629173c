// A text, and tokens with their parallel arrays, before and after a drop.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spandrop/io/records/record.h"
#include "spandrop/verify/alignment.h"
#include "spandrop/verify/json_equal.h"
#include "spandrop/verify/label_place.h"
#include "spandrop/verify/tag_rules.h"

namespace spandrop {

// Elements are bytes.
class TextPair : public SequencePair {
 public:
  // Both texts, and the mask, must outlive this.
  TextPair(std::string_view before, std::string_view after, Leaves leaves, std::string_view mask)
      : before_(before), after_(after), leaves_(leaves), mask_(mask) {}

  std::size_t new_size() const override { return after_.size(); }
  bool is_kept_at(Range old, std::size_t now) const override {
    return after_.compare(now, old.size(), before_, old.begin, old.size()) == 0;
  }
  std::optional<std::size_t> mask_at(const OldPart& part, std::size_t now) const override;
  // The number of bytes of the masks for a range, with a mask per element.
  std::size_t mask_size(Range old) const;

 private:
  std::string_view before_, after_;
  Leaves leaves_;
  std::string_view mask_;
};

// Elements are tokens, each with its values in the parallel arrays.
class TokenPair : public SequencePair {
 public:
  // Everything must outlive this. The records have the same parallel arrays.
  TokenPair(const Record& before, const Record& after, Leaves leaves, std::string_view mask,
            bool removes_entities, JsonComparer& comparer);

  std::size_t new_size() const override { return after_.tokens.elements.size(); }
  bool is_kept_at(Range old, std::size_t now) const override;
  std::optional<std::size_t> mask_at(const OldPart& part, std::size_t now) const override;

 private:
  struct ArrayPair {
    const RawArray* before;
    const RawArray* after;
    bool is_tags;
  };
  bool equal_in_parallel(std::size_t old, std::size_t now) const;
  bool is_mask(std::size_t now) const;

  const Record& before_;
  const Record& after_;
  Leaves leaves_;
  std::string mask_;  // as JSON
  bool removes_entities_;
  JsonComparer& comparer_;
  std::vector<ArrayPair> arrays_;
  std::vector<Tag> old_tags_, new_tags_;
};

}  // namespace spandrop
