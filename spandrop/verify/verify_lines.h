// Verifies JSON Lines and plain text.
#pragma once

#include "spandrop/verify/line_source.h"
#include "spandrop/verify/report.h"
#include "spandrop/verify/verify_options.h"

namespace spandrop {

// Compares the records of an augmented file with those of the original. Both are read once, in
// order, so the memory does not depend on their size. The views of a record follow each other, in
// the order of the original; records without an id are matched by their order alone. Throws
// std::invalid_argument if the options contradict each other, and std::runtime_error if a file
// cannot be read.
VerifyReport verify_lines(LineSource& before, LineSource& after, const VerifyOptions& options);

}  // namespace spandrop
