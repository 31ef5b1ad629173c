// Predictions for DocRED: a list of facts, each with the title of its document.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "spandrop/tasks/files/read_options.h"

namespace spandrop::docred {

// `head` and `tail` are numbers of entities, which the document need not have.
struct Prediction {
  std::string title;
  std::int64_t head = 0;
  std::int64_t tail = 0;
  std::string relation;
  std::set<std::int64_t> evidence;  // sentences; empty if the file gives none
};

// In the order of the file.
using Predictions = std::vector<Prediction>;

// Reads a file in memory, followed by 64 readable bytes (see PaddedFile).
tl::expected<Predictions, ReadError> read_predictions(std::string_view json);

}  // namespace spandrop::docred
