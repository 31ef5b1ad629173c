// Views of HotpotQA's questions: sentences are dropped, and the supporting facts are renumbered.
#pragma once

#include <memory>
#include <string_view>

#include "spandrop/tasks/hotpotqa/reader.h"
#include "spandrop/tasks/views/view_maker.h"

namespace spandrop::hotpotqa {

// A question is a record. Its supporting facts and the sentence with its answer are protected. A
// paragraph without a remaining sentence is removed. `json` and `options` must outlive the
// result.
std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options);

}  // namespace spandrop::hotpotqa
