// Views of DocRED's documents: sentences are dropped with the mentions in them; entities, facts and
// evidence are renumbered.
#pragma once

#include <memory>
#include <string_view>

#include "spandrop/tasks/docred/reader.h"
#include "spandrop/tasks/views/view_maker.h"

namespace spandrop::docred {

// A document is a record, and the evidence of all its facts is protected. An entity without a
// remaining mention is removed together with its facts. `json` and `options` must outlive the
// result.
std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options);

}  // namespace spandrop::docred
