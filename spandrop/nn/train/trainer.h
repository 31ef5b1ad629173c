// The training loop, for any task.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "spandrop/nn/train/metrics.h"
#include "spandrop/nn/train/task.h"
#include "spandrop/nn/train/train_options.h"

namespace spandrop::nn {

// Thrown when the loss or the gradient is not finite.
struct Diverged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Sets the number of threads that libtorch uses, for training and testing.
void set_threads(std::int64_t count);

struct TrainResult {
  std::vector<Metrics> metrics;
  std::int64_t best_step = 0;
  double cpu_seconds = 0;      // including interrupted attempts
  double prepare_seconds = 0;  // CPU time of drawing and packing, of this attempt
};

// Trains a task's model in a directory, or resumes an interrupted run and ends with the same
// weights, bit for bit, on the same device and number of threads. Writes these files:
//   checkpoint.safetensors                the state to resume from
//   best.safetensors, last.safetensors    the weights of the best and the last step
//   best.next.safetensors                 a better step that no checkpoint records yet
//   metrics.jsonl, events.out.tfevents.*  the learning curves
// `fingerprint` identifies the settings: a directory with another fingerprint is refused. `observe`
// is called with all new metrics. Throws Stopped or Diverged.
TrainResult train(Task& task, const TrainOptions& options, const std::filesystem::path& directory,
                  const std::string& fingerprint, std::stop_token stop = {},
                  const std::function<void(const Metrics&)>& observe = {});

}  // namespace spandrop::nn
