// Views of SQuAD's paragraphs: the context is shortened, and its answers move along.
#pragma once

#include <memory>
#include <string_view>

#include "spandrop/tasks/squad/reader.h"
#include "spandrop/tasks/view_maker.h"

namespace spandrop::squad {

// A paragraph is a record, and what touches a bigram of a question or an answer is protected. All
// arguments but the data set outlive the result.
std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options);

}  // namespace spandrop::squad
