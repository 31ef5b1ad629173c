// The scores as a table for people.
#pragma once

#include <string>

#include "spandrop/tasks/scores/score_json.h"

// One row per score. `comparison` may be null.
std::string score_table(const std::string& format, const spandrop::Scoring& scoring,
                        const spandrop::ScoreComparison* comparison);
