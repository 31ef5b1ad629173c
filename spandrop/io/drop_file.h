// The main job for files: records in, augmented records out, in order, by several threads.
#pragma once

#include <string>
#include <vector>

#include "spandrop/io/drop_options.h"
#include "spandrop/io/rewrite_files.h"
#include "spandrop/io/summary.h"

namespace spandrop {

// Drops spans of all records of the inputs, one after another, into one output ("-": standard input
// and output). The output appears whole or not at all. Its bytes do not depend on the number of
// threads. Throws BadRecordError, Cancelled, or std::runtime_error where a file fails.
Summary drop_files(const std::vector<std::string>& inputs, const std::string& output,
                   const DropOptions& options, const FileOptions& file_options);

}  // namespace spandrop
