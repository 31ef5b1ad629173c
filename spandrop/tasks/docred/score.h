// The scores of DocRED, equal to those of the official script (evaluation.py).
#pragma once

#include "spandrop/tasks/docred/predictions.h"
#include "spandrop/tasks/docred/reader.h"
#include "spandrop/tasks/docred/train_facts.h"
#include "spandrop/tasks/scores/scoring.h"

namespace spandrop::docred {

// The facts of the training files, if given: annotated by people, and by distant supervision. Each
// adds an Ign F1.
struct SeenFacts {
  const TrainFacts* annotated = nullptr;
  const TrainFacts* distant = nullptr;
};

// F1 of the facts and of their evidence, over all documents together, and Ign F1. If a fact is
// predicted twice, the first counts. A precision of 0/0, on which the official script fails, is 0.
Scoring score(const Dataset& gold, const Predictions& predictions, const SeenFacts& seen = {});

}  // namespace spandrop::docred
