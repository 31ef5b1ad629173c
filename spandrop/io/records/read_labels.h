// Reads the fields of a record that hold labelled ranges.
#pragma once

#include "spandrop/io/records/line_reader.h"
#include "spandrop/io/records/record.h"
#include "spandrop/text/units.h"

namespace spandrop {

// [{"begin": b, "end": e, ...}, ...], also with "start" instead of "begin", or [[b, e, ...], ...]
void read_annotations(const LineReader& line, json::value value, LabelList& list);

// [[b, e], ...]
void read_pairs(const LineReader& line, json::value value, LabelList& list);

// {"text": [...], "answer_start": [...]}
void read_answers(const LineReader& line, json::value value, Unit unit, LabelList& list);

// Finds the elements of each label; throws BadValue for a label outside the sequence.
void locate_labels(const Record& record, LabelList& list);

// Forgets the members `text` and `word` of annotations that do not repeat the text at their
// position: they stay unchanged when the annotation is cut.
void check_own_texts(const LineReader& line, Record& record);

// Throws BadValue if the text of an answer is not the text at its position.
void check_answers(const LineReader& line, const Record& record);

}  // namespace spandrop
