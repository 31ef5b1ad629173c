// Predictions for HotpotQA: an object of answers by id, and one of supporting facts by id.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "spandrop/tasks/files/read_options.h"

namespace spandrop::hotpotqa {

// Sentences, each given by the title of its paragraph and its number in it. They need not exist.
using FactSet = std::set<std::pair<std::string, std::int64_t>>;

struct Predictions {
  std::map<std::string, std::string> answers;  // by the id of the question
  std::map<std::string, FactSet> facts;
};

// Reads a file in memory, followed by 64 readable bytes (see PaddedFile). One of
// `answer` and `sp` may be missing.
tl::expected<Predictions, ReadError> read_predictions(std::string_view json);

}  // namespace spandrop::hotpotqa
