// What a run leaves behind, whatever its task.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace spandrop::nn {

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
};

struct Outcome {
  std::map<std::string, double> scores;
  Table curve;             // one row an evaluation
  double cpu_seconds = 0;  // of all starts of the run together
};

}  // namespace spandrop::nn
