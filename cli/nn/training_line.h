// The live line of a training run.
#pragma once

#include <cstdint>
#include <optional>

#include "cli/terminal.h"
#include "spandrop/nn/train/metrics.h"

class TrainingLine {
 public:
  // On a terminal, one line that is redrawn; elsewhere, one line per evaluation. `error` is the
  // score to show. The time left is estimated from the second metrics on.
  explicit TrainingLine(const char* error) : error_(error) {}

  // Shows new metrics.
  void show(const spandrop::nn::Metrics& metrics);

 private:
  const char* error_;
  Terminal terminal_{true};
  double last_error_ = -1;
  // Of the first metrics: a resumed run does not begin at step 0.
  std::optional<std::int64_t> first_step_;
  double first_time_ = 0;
};
