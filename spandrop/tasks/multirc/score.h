// The scores of MultiRC, equal to those of the official scripts (multirc_measures). What papers
// after SuperGLUE call EM and F1 are EM0 and F1a here.
#pragma once

#include "spandrop/tasks/multirc/predictions.h"
#include "spandrop/tasks/multirc/reader.h"
#include "spandrop/tasks/scores/scoring.h"

namespace spandrop::multirc {

// Means over the questions that have a prediction, and the same pooled over all their candidate
// answers. Without predictions, on which the official script fails, all scores are 0.
Scoring score(const Dataset& gold, const Predictions& predictions);

}  // namespace spandrop::multirc
