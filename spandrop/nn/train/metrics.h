// The log of a training run: metrics.jsonl with one line per logged step, and the same for
// TensorBoard.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "spandrop/nn/formats/event_file.h"

namespace spandrop::nn {

// Named numbers, measured at one step.
struct Metrics {
  std::int64_t step = 0;
  double wall_time = 0;  // seconds since 1970
  std::map<std::string, double> values;
};

class MetricsLog {
 public:
  // Continues the metrics.jsonl of the directory. Lines of later steps, which a crash can leave
  // behind, are removed, and so is a line that was cut short.
  MetricsLog(const std::filesystem::path& directory, std::int64_t after_step);
  ~MetricsLog();
  MetricsLog(const MetricsLog&) = delete;
  MetricsLog& operator=(const MetricsLog&) = delete;

  // Appends one line.
  void add(const Metrics& metrics);
  // Flushes all lines to disk.
  void sync();

  const std::vector<Metrics>& all() const { return all_; }

 private:
  int descriptor_ = -1;
  EventFile events_;
  std::vector<Metrics> all_;
};

}  // namespace spandrop::nn
