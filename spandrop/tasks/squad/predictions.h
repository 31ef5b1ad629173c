// Predictions for SQuAD: one object that maps question ids to answers.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "spandrop/tasks/files/read_options.h"

namespace spandrop::squad {

// The answer of each question, by its id.
using Predictions = std::map<std::string, std::string, std::less<>>;

// Reads a file in memory, followed by 64 readable bytes (see PaddedFile).
tl::expected<Predictions, ReadError> read_predictions(std::string_view json);

}  // namespace spandrop::squad
