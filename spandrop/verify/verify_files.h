// `spandrop verify`: checks an augmented file against its original.
//
// This module shares the readers with `drop`, but none of the code that draws, drops or moves
// labels, so that a mistake there shows here.
#pragma once

#include <optional>

#include "spandrop/tasks/dataset_format.h"
#include "spandrop/tasks/files/padded_file.h"
#include "spandrop/verify/report.h"
#include "spandrop/verify/verify_options.h"

namespace spandrop {

// Verifies JSON Lines, plain text (by the options) or the official file of a data set. Throws
// std::invalid_argument if the options contradict each other or the format, BadDatasetError if the
// original is not in the format, and std::runtime_error if a file cannot be read.
VerifyReport verify_files(const FileSource& before, const FileSource& after,
                          std::optional<DatasetFormat> format, const VerifyOptions& options);

}  // namespace spandrop
