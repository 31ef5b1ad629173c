// How many sentences DocRED's documents have, and how many of them are evidence of a fact.
#pragma once

#include "spandrop/tasks/docred/reader.h"
#include "spandrop/tasks/statistics/statistics.h"

namespace spandrop::docred {

// Each labelled fact counts as one of the paper's questions. Its spans are the sentences of its
// document, its supporting facts the evidence.
Statistics statistics(const Dataset& dataset);

}  // namespace spandrop::docred
