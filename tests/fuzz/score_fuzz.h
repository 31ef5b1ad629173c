// Properties that hold for every file of predictions, however malformed.
#pragma once

#include <string_view>

#include "spandrop/tasks/dataset_format.h"

namespace spandrop::test {

// Scores predictions against the format's gold file in examples/. Aborts if a property is violated.
// Returns true if the predictions can be read.
bool check_predictions(DatasetFormat format, std::string_view predictions);

}  // namespace spandrop::test
