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
#include "spandrop/core/range.h"
#include "spandrop/io/json_text.h"
#include "spandrop/io/splice.h"
#include "spandrop/text/units.h"

namespace spandrop {

// Whether a line holds no record.
inline bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

// What is wrong with a record.
struct RecordError {
  std::string id;      // empty if the record has none, or was not read so far
  std::string field;   // such as annotations[2].begin; empty: the line itself
  std::string reason;  // what was expected, and what was there
};

// A labelled range, and where its numbers stand in the line.
struct Mark {
  Range range;     // in the units of the record
  Range elements;  // in elements of the sequence: bytes of a text, tokens
  Range begin_at;  // raw bytes of its begin
  Range end_at;    // of its end; empty where the line has none
  Range text_at;   // of its text between the quotes, for answers
};

// The marks of one field, and the arrays that hold one element for each.
struct MarkList {
  std::string name;
  bool present = false;  // the record has the field
  std::vector<RawArray> arrays;
  std::vector<Mark> marks;
};

// The ranges of the marks, in elements of the sequence.
std::vector<Range> elements_of(const MarkList& list);

struct Record {
  std::string_view line;
  bool is_text = true;
  JsonText text;                   // of a text
  Range text_at;                   // its raw bytes between the quotes
  std::optional<UnitIndex> index;  // its positions in the units of the marks
  RawArray tokens;                 // of anything else
  std::optional<std::string_view> id;
  JsonText id_text;
  Range id_at;  // its raw bytes, quotes included
  std::string question;
  MarkList annotations, answers, protect, spans;
  std::vector<std::pair<std::string, RawArray>> parallel;  // with the names
  std::optional<RawArray> tags;                            // also in `parallel`
  std::vector<std::size_t> never_drop;                     // tokens that are protected
  std::size_t object_at = 0;                               // the place after the opening brace

  // Forgets everything but the names and the memory.
  void start(std::string_view new_line);
  // The number of elements of the sequence: bytes of a text, tokens.
  std::size_t length() const { return is_text ? text.text().size() : tokens.elements.size(); }
  // The index of a text; null for tokens.
  const UnitIndex* unit_index() const { return index ? &*index : nullptr; }
  std::string_view raw(Range at) const { return line.substr(at.begin, at.size()); }
  // What is wrong with this record.
  RecordError error(std::string field, std::string reason) const {
    return {std::string(id.value_or("")), std::move(field), std::move(reason)};
  }
  // The id that draws are keyed by: the record's own, or that of its content.
  ExampleId example_id() const;
};

}  // namespace spandrop
