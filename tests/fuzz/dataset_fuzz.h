// What must hold for every input that claims to be the file of a data set; built as a fuzzer for
// each format, and run on changed examples by the unit tests.
#pragma once

#include <string_view>

#include "spandrop/tasks/dataset_format.h"

namespace spandrop {

// Aborts if something does not hold. True if the bytes are such a file.
bool check_dataset_bytes(DatasetFormat format, std::string_view bytes);

}  // namespace spandrop
