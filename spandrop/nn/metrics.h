// The course of a training run: a line of JSON a report, and the same for TensorBoard.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "spandrop/nn/event_file.h"

namespace spandrop::nn {

// One report: named numbers at a step.
struct Metrics {
  std::int64_t step = 0;
  double wall_time = 0;  // seconds since 1970
  std::map<std::string, double> values;
};

class MetricsLog {
 public:
  // Goes on with the metrics.jsonl of the directory; what it says of later steps is forgotten.
  MetricsLog(const std::filesystem::path& directory, std::int64_t after_step);
  ~MetricsLog();
  MetricsLog(const MetricsLog&) = delete;
  MetricsLog& operator=(const MetricsLog&) = delete;

  // Appends a report.
  void add(const Metrics& metrics);
  // Makes sure that the reports are on the disk.
  void store();

  const std::vector<Metrics>& all() const { return all_; }

 private:
  int descriptor_ = -1;
  EventFile events_;
  std::vector<Metrics> all_;
};

}  // namespace spandrop::nn
