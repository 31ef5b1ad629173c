// The summary of `spandrop drop` for people.
#pragma once

#include "cli/run_files.h"
#include "spandrop/drop/summary.h"

// Prints the summary to standard error. `masked`: spans were masked, not removed.
void print_summary(const spandrop::Summary& summary, const RunResult& result, bool masked);
