// The scores of HotpotQA, equal to those of the official script (hotpot_evaluate_v1).
#pragma once

#include <string_view>

#include "spandrop/tasks/hotpotqa/predictions.h"
#include "spandrop/tasks/hotpotqa/reader.h"
#include "spandrop/tasks/scores/answer_overlap.h"
#include "spandrop/tasks/scores/scoring.h"

namespace spandrop::hotpotqa {

// Exact match, F1, precision and recall of the answers, of the supporting facts, and of both
// jointly, as fractions of all gold questions. A missing prediction scores 0.
Scoring score(const Dataset& gold, const Predictions& predictions);

// Like overlap, but yes, no and noanswer have nothing in common with any other answer.
Overlap answer_overlap(std::string_view predicted, std::string_view gold);

}  // namespace spandrop::hotpotqa
