// An experiment: a TOML file that says which runs are wanted. docs/experiments.md shows the format.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/lab/run.h"

namespace spandrop::lab {

// How much of an experiment is run: seconds, minutes, or all of the paper's points.
inline constexpr std::array<std::string_view, 3> kScales{"smoke", "laptop", "paper"};

struct Experiment {
  std::string about;
  Place place;
  std::vector<Run> runs;  // in the order of the file, seed by seed; none twice
};

// The experiment at one of kScales. All scales of the file are checked; throws
// std::invalid_argument, "FILE:LINE: expected X, got Y".
Experiment parse_experiment(std::string_view toml, const std::filesystem::path& file,
                            const std::string& scale);

// The same, from the file; std::runtime_error where it cannot be read.
Experiment read_experiment(const std::filesystem::path& file, const std::string& scale);

}  // namespace spandrop::lab
