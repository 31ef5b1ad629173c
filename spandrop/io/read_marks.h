// Reads the fields of a record that hold labelled ranges.
#pragma once

#include "spandrop/io/line_reader.h"
#include "spandrop/io/record.h"
#include "spandrop/text/units.h"

namespace spandrop {

// [{"begin": b, "end": e, ...}, ...]
void read_annotations(const LineReader& line, json::value value, MarkList& list);

// [[b, e], ...]
void read_pairs(const LineReader& line, json::value value, MarkList& list);

// {"text": [...], "answer_start": [...]}
void read_answers(const LineReader& line, json::value value, Unit unit, MarkList& list);

// Finds out which elements of the sequence each mark covers; `index` is that of a text, null for
// tokens, of which there are `length`. Throws BadValue for marks beyond the sequence.
void locate_marks(MarkList& list, const UnitIndex* index, std::size_t length);

// Throws BadValue for an answer whose text is not the text at its place.
void check_answers(const LineReader& line, const Record& record);

}  // namespace spandrop
