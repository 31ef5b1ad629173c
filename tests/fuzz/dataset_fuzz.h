// Properties that hold for every input that claims to be a data set file. Built as one fuzzer per
// format; the unit tests also run it on mutated examples.
#pragma once

#include <string_view>

#include "spandrop/tasks/dataset_format.h"

namespace spandrop {

// Aborts if a property is violated. Returns true if the bytes are a valid file.
bool check_dataset_bytes(DatasetFormat format, std::string_view bytes);

}  // namespace spandrop
