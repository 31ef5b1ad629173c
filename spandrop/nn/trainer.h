// The training loop, the same for every task.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "spandrop/nn/metrics.h"
#include "spandrop/nn/task.h"
#include "spandrop/nn/train_options.h"

namespace spandrop::nn {

// What a run that was asked to stop throws, after it saved a checkpoint.
struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("stopped; start again to go on") {}
};

// What a run throws whose loss or gradient is no longer a number.
struct Diverged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct TrainResult {
  std::vector<Metrics> metrics;  // one entry a report
  std::int64_t best_step = 0;
  double cpu_seconds = 0;      // of all starts of the run
  double prepare_seconds = 0;  // of this start: drawing and packing, in the thread ahead
};

// Trains a task's model in a directory, or goes on where an earlier start of the same run stopped,
// to the same weights bit for bit. Leaves there:
//   checkpoint.safetensors  what resuming needs
//   best.safetensors, last.safetensors  weights of the best and the last step
//   metrics.jsonl, events.out.tfevents.*  the course of the run
// `fingerprint` names the settings: a directory of other settings is refused. `observe` is called
// at each report.
TrainResult train(Task& task, const TrainOptions& options, const std::filesystem::path& directory,
                  const std::string& fingerprint, std::stop_token stop = {},
                  const std::function<void(const Metrics&)>& observe = {});

}  // namespace spandrop::nn
