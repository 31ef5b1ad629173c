// An experiment: a TOML file that lists runs. See docs/experiments.md for the format.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/lab/run.h"

namespace spandrop::lab {

// The sizes of an experiment: for seconds, for minutes, or with all points of the paper.
inline constexpr std::array<std::string_view, 3> kScales{"smoke", "laptop", "paper"};

struct Experiment {
  std::string about;
  Place place;
  std::vector<Run> runs;  // without repetitions, in the order of the file, seed by seed
};

// Reads an experiment at one of kScales, and checks all scales. Throws std::invalid_argument,
// "FILE:LINE: expected X, got Y".
Experiment parse_experiment(std::string_view toml, const std::filesystem::path& file,
                            const std::string& scale);

// Same, from the file; throws std::runtime_error if it cannot be read.
Experiment read_experiment(const std::filesystem::path& file, const std::string& scale);

}  // namespace spandrop::lab
