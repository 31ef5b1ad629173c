// The scores of DocRED, equal to those of the official script (evaluation.py).
#pragma once

#include "spandrop/tasks/docred/predictions.h"
#include "spandrop/tasks/docred/reader.h"
#include "spandrop/tasks/docred/train_facts.h"
#include "spandrop/tasks/scores/scoring.h"

namespace spandrop::docred {

// The facts of the training files, where they are known: annotated by people, and by distant
// supervision. Each gives an Ign F1.
struct SeenFacts {
  const TrainFacts* annotated = nullptr;
  const TrainFacts* distant = nullptr;
};

// F1 of the facts and of their evidence, over all documents together, and Ign F1. Of predictions
// that are the same fact the first counts. Where a precision divides by nothing, for which the
// official script ends with an error, it is 0.
Scoring score(const Dataset& gold, const Predictions& predictions, const SeenFacts& seen = {});

}  // namespace spandrop::docred
