// Does the work of a run.
#pragma once

#include <filesystem>
#include <stop_token>

#include "spandrop/lab/run.h"
#include "spandrop/nn/train/outcome.h"

namespace spandrop::lab {

// Executes a run. A training run keeps its checkpoint in `directory`, and resumes from there.
nn::Outcome execute(const Run& run, const std::filesystem::path& directory, std::stop_token stop);

}  // namespace spandrop::lab
