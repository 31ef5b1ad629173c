// Everything that is needed to resume training: one file, replaced atomically.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "spandrop/nn/model/module.h"

namespace spandrop::nn {

// The trainer's own state, beside weights and optimiser.
struct TrainState {
  std::int64_t step = 0;       // steps done
  std::int64_t best_step = 0;  // 0 before the first evaluation
  double best_goal = 0;        // of best_step
  double loss_sum = 0;         // over the steps since the last metrics
  std::int64_t loss_steps = 0;
  bool is_measured = true;  // false if the metrics of this step are due but not logged yet
  double cpu_seconds = 0;   // including interrupted attempts
};

// Writes the tensors (weights and optimiser state) and the trainer's state. `fingerprint` contains
// the settings of the run as a JSON object.
void save_checkpoint(const std::filesystem::path& path, const NamedTensors& tensors,
                     const TrainState& state, const std::string& fingerprint);

// Reads the tensors in place and returns the trainer's state, or nothing if the file does not
// exist. Throws std::runtime_error if it belongs to other settings or is damaged; the tensors are
// then unchanged.
std::optional<TrainState> load_checkpoint(const std::filesystem::path& path,
                                          const NamedTensors& tensors,
                                          const std::string& fingerprint);

}  // namespace spandrop::nn
