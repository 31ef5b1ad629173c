// Statistics for programs, in one shape for the command and for Python.
#pragma once

#include <cstddef>
#include <string>

#include "spandrop/tasks/statistics.h"

namespace spandrop {

// One JSON object: counts and distributions, and what a law makes of them. `skipped` is the number
// of bad records that were left out. Throws std::invalid_argument on a wrong law.
std::string statistics_json(const std::string& format, const Statistics& statistics,
                            std::size_t skipped, const Law& law);

}  // namespace spandrop
