// Views of MultiRC's paragraphs: sentences go, the others and what refers to them are numbered
// anew.
#pragma once

#include <memory>
#include <string_view>

#include "spandrop/tasks/multirc/reader.h"
#include "spandrop/tasks/view_maker.h"

namespace spandrop::multirc {

// A paragraph is a record, and the sentences that its questions need are protected. All arguments
// but the data set outlive the result.
std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options);

}  // namespace spandrop::multirc
