// How long SQuAD's paragraphs are, and how much of them their questions share.
#pragma once

#include "spandrop/tasks/sequences/token_sequence.h"
#include "spandrop/tasks/squad/reader.h"
#include "spandrop/tasks/statistics/statistics.h"

namespace spandrop::squad {

// Spans are single tokens of the paragraph; supporting facts are those that are in a bigram of the
// question, as the paper estimates them.
Statistics statistics(const Dataset& dataset, const WordPiece& wordpiece);

}  // namespace spandrop::squad
