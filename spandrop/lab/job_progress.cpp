#include "spandrop/lab/job_progress.h"

#include <simdjson.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace spandrop::lab {

JobProgress progress_of(const std::filesystem::path& directory) {
  constexpr std::streamoff kEnd = 4096;  // bytes: enough lines to include an evaluation
  JobProgress progress;
  std::ifstream file(directory / "metrics.jsonl", std::ios::binary);
  if (!file.seekg(0, std::ios::end)) return progress;
  file.seekg(std::max<std::streamoff>(0, std::streamoff(file.tellg()) - kEnd));
  simdjson::dom::parser parser;
  for (std::string line; std::getline(file, line);) {
    simdjson::dom::object metrics;
    if (parser.parse(line).get_object().get(metrics))
      continue;  // the first and last line may be incomplete
    const auto read = [&](const char* name, auto& value) {
      if (double number = 0; !metrics[name].get(number)) value = number;
    };
    read("step", progress.step);
    read("steps", progress.steps);
    read("loss", progress.loss);
    read("dev_error", progress.dev_error);
    read("examples_per_second", progress.examples_per_second);
  }
  return progress;
}

}  // namespace spandrop::lab
