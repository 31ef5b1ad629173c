// Scores as JSON, the same for the command line and for Python.
#pragma once

#include <string>
#include <vector>

#include "spandrop/tasks/scores/bootstrap.h"
#include "spandrop/tasks/scores/scoring.h"

namespace spandrop {

// Another system's scores, and the differences from ours.
struct ScoreComparison {
  std::string name;  // of its prediction file
  std::vector<double> scores;
  std::vector<Difference> differences;
  BootstrapOptions options;
};

// One JSON object; `comparison` may be null.
std::string score_json(const std::string& format, const Scoring& scoring,
                       const ScoreComparison* comparison);
// JSON Lines: the row of each item.
std::string item_lines(const Scoring& scoring);

}  // namespace spandrop
