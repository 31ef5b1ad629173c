// Predictions for MultiRC: one label per candidate answer of each question.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "spandrop/tasks/files/read_options.h"

namespace spandrop::multirc {

// The labels of a question, from 0 (wrong) to 1 (right), by its key. Their sum is whole.
using Predictions = std::map<std::string, std::vector<double>>;

// The key of a question: its paragraph's id and its position among the paragraph's questions, which
// is not the file's idx.
std::string question_key(std::string_view paragraph_id, std::string_view place);

// Reads a file in memory, followed by 64 readable bytes (see PaddedFile).
tl::expected<Predictions, ReadError> read_predictions(std::string_view json);

}  // namespace spandrop::multirc
