// How many sentences MultiRC's paragraphs have, and how many of them a question needs.
#pragma once

#include "spandrop/tasks/multirc/reader.h"
#include "spandrop/tasks/statistics/statistics.h"

namespace spandrop::multirc {

// Spans are the sentences of a question's paragraph.
Statistics statistics(const Dataset& dataset);

}  // namespace spandrop::multirc
