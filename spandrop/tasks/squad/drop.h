// Views of SQuAD's paragraphs: the context is shortened, and the answers are moved.
#pragma once

#include <memory>
#include <string_view>

#include "spandrop/tasks/squad/reader.h"
#include "spandrop/tasks/views/view_maker.h"

namespace spandrop::squad {

// A paragraph is a record, and spans that touch a bigram of a question or an answer are protected.
// `json` and `options` must outlive the result.
std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options);

}  // namespace spandrop::squad
