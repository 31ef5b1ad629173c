// What must hold for every file of predictions, however broken.
#pragma once

#include <string_view>

#include "spandrop/tasks/dataset_format.h"

namespace spandrop::test {

// Scores predictions against the gold file of the format in examples/. Aborts where something does
// not hold. True if they can be read.
bool check_predictions(DatasetFormat format, std::string_view predictions);

}  // namespace spandrop::test
