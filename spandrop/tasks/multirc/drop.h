// Views of MultiRC's paragraphs: sentences are dropped; the others and all references to them are
// renumbered.
#pragma once

#include <memory>
#include <string_view>

#include "spandrop/tasks/multirc/reader.h"
#include "spandrop/tasks/views/view_maker.h"

namespace spandrop::multirc {

// A paragraph is a record, and the sentences that its questions need are protected. `json` and
// `options` must outlive the result.
std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options);

}  // namespace spandrop::multirc
