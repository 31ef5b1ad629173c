#include <simdjson.h>

#include <fstream>
#include <string>

#include "spandrop/lab/job.h"

namespace spandrop::lab {

Progress progress_of(const std::filesystem::path& directory) {
  constexpr std::streamoff kEnd = 4096;  // bytes: some lines; one of the last has an evaluation
  Progress progress;
  std::ifstream file(directory / "metrics.jsonl", std::ios::binary);
  if (!file.seekg(0, std::ios::end)) return progress;
  file.seekg(std::max<std::streamoff>(0, std::streamoff(file.tellg()) - kEnd));
  simdjson::dom::parser parser;
  for (std::string line; std::getline(file, line);) {
    simdjson::dom::object metrics;
    if (parser.parse(line).get_object().get(metrics)) continue;  // cut at either end
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
