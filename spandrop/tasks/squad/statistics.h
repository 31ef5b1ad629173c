// The lengths of SQuAD's paragraphs, and how many of their tokens the questions share.
#pragma once

#include "spandrop/tasks/sequences/token_sequence.h"
#include "spandrop/tasks/squad/reader.h"
#include "spandrop/tasks/statistics/statistics.h"

namespace spandrop::squad {

// Spans are single tokens of the paragraph; supporting facts are those in a bigram of the question,
// the paper's estimate.
Statistics statistics(const Dataset& dataset, const WordPiece& wordpiece);

}  // namespace spandrop::squad
