// Scores for programs, in one shape for the command and for Python.
#pragma once

#include <string>
#include <vector>

#include "spandrop/tasks/bootstrap.h"
#include "spandrop/tasks/scoring.h"

namespace spandrop {

// Another system's scores, and the difference to them.
struct ScoreComparison {
  std::string name;  // of its predictions
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
