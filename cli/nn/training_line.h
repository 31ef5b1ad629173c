// The live line of a training run.
#pragma once

#include <chrono>

#include "spandrop/nn/metrics.h"

class TrainingLine {
 public:
  // On a terminal one line that is drawn anew; elsewhere a line an evaluation. `error` is the score
  // that is shown.
  explicit TrainingLine(const char* error);
  ~TrainingLine();

  // Shows a report.
  void show(const spandrop::nn::Metrics& metrics);

 private:
  const char* error_;
  bool terminal_;
  double last_error_ = -1;
  std::int64_t first_step_ = -1;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};
