// What a run needs to go on after it was killed: one file, replaced whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "spandrop/nn/module.h"

namespace spandrop::nn {

struct Progress {
  std::int64_t step = 0;  // steps done
  std::int64_t best_step = 0;
  double best_goal = 0;  // of best_step; meaningless while that is 0
  double loss_sum = 0;   // of the steps since the last report
  std::int64_t loss_steps = 0;
  double cpu_seconds = 0;
};

// Writes weights, the optimiser's state and the progress of a run. `fingerprint` has its
// settings as a JSON object.
void save_checkpoint(const std::filesystem::path& path, const NamedWeights& state,
                     const Progress& progress, const std::string& fingerprint);

// Reads them back into the same tensors; nothing if there is no such file. Throws
// std::runtime_error if it belongs to other settings or is damaged.
std::optional<Progress> load_checkpoint(const std::filesystem::path& path,
                                        const NamedWeights& state, const std::string& fingerprint);

}  // namespace spandrop::nn
