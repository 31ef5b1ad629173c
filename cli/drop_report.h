// What `spandrop drop` says at its end.
#pragma once

#include <cstddef>

#include "spandrop/io/summary.h"

// Prints the summary to standard error. `masked`: spans were masked, not removed; `finished`: how
// many outputs were there already.
void print_summary(const spandrop::Summary& summary, double seconds, bool masked,
                   std::size_t finished);
