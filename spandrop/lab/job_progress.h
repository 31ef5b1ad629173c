// How far a job is, for display.
#pragma once

#include <filesystem>
#include <optional>

namespace spandrop::lab {

struct JobProgress {
  double step = 0;
  double steps = 0;
  std::optional<double> loss;
  std::optional<double> dev_error;
  std::optional<double> examples_per_second;

  double share() const { return steps > 0 ? step / steps : 0; }
};

// Reads the last lines of metrics.jsonl in the directory of a job.
JobProgress progress_of(const std::filesystem::path& directory);

}  // namespace spandrop::lab
