// The main job for files of records.
#pragma once

#include <string>
#include <vector>

#include "spandrop/drop/summary.h"
#include "spandrop/io/files/rewrite_files.h"
#include "spandrop/io/records/record_options.h"

namespace spandrop {

// Drops spans from all records of the inputs, one after another, into one output ("-": standard
// input and output). The output appears whole or not at all. Its bytes do not depend on the number
// of threads. Throws BadRecordError, Cancelled, or std::runtime_error if a file fails.
Summary drop_files(const std::vector<std::string>& inputs, const std::string& output,
                   const RecordOptions& options, const FileOptions& file_options);

}  // namespace spandrop
