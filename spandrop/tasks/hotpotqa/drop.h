// Views of HotpotQA's questions: sentences go, and the supporting facts are numbered anew.
#pragma once

#include <memory>
#include <string_view>

#include "spandrop/tasks/hotpotqa/reader.h"
#include "spandrop/tasks/view_maker.h"

namespace spandrop::hotpotqa {

// A question is a record. Its supporting facts are protected, and the sentence where its answer
// stands. A paragraph of which nothing is left goes too. All arguments but the data set outlive
// the result.
std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options);

}  // namespace spandrop::hotpotqa
