// How many sentences HotpotQA's questions have, and how many of them are supporting facts.
#pragma once

#include "spandrop/tasks/hotpotqa/reader.h"
#include "spandrop/tasks/statistics/statistics.h"

namespace spandrop::hotpotqa {

// Spans are the sentences of four paragraphs (see select_paragraphs). Those of all paragraphs are
// counted too.
Statistics statistics(const Dataset& dataset);

}  // namespace spandrop::hotpotqa
