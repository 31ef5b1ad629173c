// The scores of SQuAD 1.1, equal to those of the official script (evaluate-v1.1).
#pragma once

#include "spandrop/tasks/scores/scoring.h"
#include "spandrop/tasks/squad/predictions.h"
#include "spandrop/tasks/squad/reader.h"

namespace spandrop::squad {

// Exact match and F1 in percent. Each score of a question is independently the best over its gold
// answers. A question without a prediction scores 0.
Scoring score(const Dataset& gold, const Predictions& predictions);

}  // namespace spandrop::squad
