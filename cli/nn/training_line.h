// The live line of a training run.
#pragma once

#include <chrono>

#include "cli/terminal.h"
#include "spandrop/nn/train/metrics.h"

class TrainingLine {
 public:
  // On a terminal, one line that is redrawn; elsewhere, one line per evaluation. `error` is the
  // score to show.
  explicit TrainingLine(const char* error) : error_(error) {}

  // Shows new metrics.
  void show(const spandrop::nn::Metrics& metrics);

 private:
  const char* error_;
  Terminal terminal_{true};
  double last_error_ = -1;
  std::int64_t first_step_ = -1;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};
