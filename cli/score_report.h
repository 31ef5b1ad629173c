// How `spandrop score` tells people what it found.
#pragma once

#include <string>

#include "spandrop/tasks/score_json.h"

// A table; `comparison` may be null.
std::string score_table(const std::string& format, const spandrop::Scoring& scoring,
                        const spandrop::ScoreComparison* comparison);
