// The outcome of a run, for any task.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "spandrop/base/json_writer.h"

namespace spandrop::nn {

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
};

struct Outcome {
  std::map<std::string, double> scores;
  Table curve;                // one row per evaluation
  double cpu_seconds = 0;     // including interrupted attempts
  std::string diverged = {};  // why training was given up; there are no scores then
};

// Writes scores as a JSON object.
inline void write_scores(JsonWriter& json, const std::map<std::string, double>& scores) {
  json.begin_object();
  for (const auto& [name, value] : scores) json.field(name, value);
  json.end_object();
}

}  // namespace spandrop::nn
