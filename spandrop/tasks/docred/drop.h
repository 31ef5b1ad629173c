// Views of DocRED's documents: sentences go with the mentions in them; entities, facts and evidence
// are numbered anew.
#pragma once

#include <memory>
#include <string_view>

#include "spandrop/tasks/docred/reader.h"
#include "spandrop/tasks/view_maker.h"

namespace spandrop::docred {

// A document is a record, and the evidence of all its facts is protected. An entity goes when none
// of its mentions is left, and with it its facts. All arguments but the data set outlive the
// result.
std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options);

}  // namespace spandrop::docred
