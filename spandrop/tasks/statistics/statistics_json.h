// Statistics as JSON, the same for the command line and for Python.
#pragma once

#include <cstddef>
#include <string>

#include "spandrop/tasks/statistics/statistics.h"

namespace spandrop {

// One JSON object: counts, distributions and the effect of a law on them. `skipped` is the number
// of bad records that were left out. Throws std::invalid_argument on an invalid law.
std::string statistics_json(const std::string& format, const Statistics& statistics,
                            std::size_t skipped, const Law& law);

}  // namespace spandrop
