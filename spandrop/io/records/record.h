// One line of a corpus, read just far enough to drop spans from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spandrop/core/key.h"
#include "spandrop/drop/label.h"
#include "spandrop/io/files/record_error.h"
#include "spandrop/io/records/json_text.h"
#include "spandrop/io/records/splice.h"
#include "spandrop/io/records/tag_set.h"
#include "spandrop/text/cached_text.h"

namespace spandrop {

// Whether a line holds no record.
inline bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

// The places of a label's numbers and text in the line.
struct LabelPlaces {
  Place begin;
  Place end;   // empty if the label gives no end
  Place text;  // between the quotes; empty if the label does not repeat its text
  Place word;  // the same, in a member `word`
};

// The labels of one field, and the arrays that hold one element per label.
struct LabelList {
  std::string name;
  bool present = false;  // the record has the field
  std::vector<RawArray> arrays;
  std::vector<Label> labels;
  std::vector<LabelPlaces> places;  // of the labels

  void clear();
};

// The tags of the tokens.
struct RecordTags {
  std::string roles;  // see Tag::role
  TagScheme scheme;
  bool are_numbers = false;
  const TagNames* names = nullptr;
};

struct Record {
  std::string_view line;
  bool is_text = true;
  JsonText text;                      // of a text
  Place text_at;                      // its raw bytes between the quotes
  CachedText* cached_text = nullptr;  // its positions; null for tokens
  RawArray tokens;                    // if the sequence is not a text
  std::optional<std::string_view> id;
  JsonText id_text;
  Place id_at;  // its raw bytes, quotes included
  std::string question;
  LabelList annotations, answers, never_drop, spans;
  std::vector<std::pair<std::string, RawArray>> parallel;  // by name
  std::optional<std::size_t> tags_at;                      // the place of the tags in `parallel`
  std::string tags_name;
  RecordTags tags;
  std::vector<std::size_t> never_drop_tokens;
  std::vector<std::uint32_t> groups;  // of tokens that stay together, see Sequence
  std::size_t object_at = 0;          // the position after the opening brace

  // Clears everything except the names of fields. Most memory is kept for the next line.
  void start(std::string_view new_line);
  // The number of elements of the sequence: bytes of a text, tokens.
  std::size_t length() const { return is_text ? text.text().size() : tokens.elements.size(); }
  // Where the tags are in the line; only if there are any.
  const std::vector<Place>& tag_places() const { return parallel[*tags_at].second.elements; }
  // The units of a text; null for tokens.
  const UnitIndex* units() const { return cached_text ? &cached_text->units() : nullptr; }
  std::string_view raw(Place at) const { return line.substr(at.begin, at.size()); }
  // What is wrong with this record.
  RecordError error(std::string field, std::string reason) const {
    return {std::string(id.value_or("")), std::move(field), std::move(reason), {}};
  }
  // The key of its draws: the record's own id, or the id of its content.
  ExampleId example_id() const;
};

}  // namespace spandrop
