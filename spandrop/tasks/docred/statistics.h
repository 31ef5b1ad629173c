// How many sentences DocRED's documents have, and how many of them are evidence of a fact.
#pragma once

#include "spandrop/tasks/docred/reader.h"
#include "spandrop/tasks/statistics/statistics.h"

namespace spandrop::docred {

// The paper's question is a labelled fact: each has the sentences of its document as spans, and its
// evidence as supporting facts.
Statistics statistics(const Dataset& dataset);

}  // namespace spandrop::docred
