// How `spandrop score` tells what it found: for people, for programs, and item by item.
#pragma once

#include <string>
#include <vector>

#include "spandrop/tasks/bootstrap.h"
#include "spandrop/tasks/scoring.h"

// Another system's scores, and the difference to them.
struct ScoreComparison {
  std::string name;  // the file of its predictions
  std::vector<double> scores;
  std::vector<spandrop::Difference> differences;
  spandrop::BootstrapOptions options;
};

// A table; `comparison` may be null.
std::string score_table(const std::string& format, const spandrop::Scoring& scoring,
                        const ScoreComparison* comparison);
// One JSON object.
std::string score_json(const std::string& format, const spandrop::Scoring& scoring,
                       const ScoreComparison* comparison);
// JSON Lines: the row of each item.
std::string item_lines(const spandrop::Scoring& scoring);
