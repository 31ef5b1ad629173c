#include "spandrop/nn/metrics.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <simdjson.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "spandrop/io/files/output_file.h"

namespace spandrop::nn {
namespace {

std::string line_of(const Metrics& metrics) {
  std::string line =
      fmt::format("{{\"step\":{},\"wall_time\":{:.3f}", metrics.step, metrics.wall_time);
  for (const auto& [name, value] : metrics.values) line += fmt::format(",\"{}\":{}", name, value);
  return line + "}\n";
}

// The reports of a file up to a step; a last line that was cut short by a crash is none.
std::vector<Metrics> read_metrics(const std::filesystem::path& path, std::int64_t up_to) {
  std::vector<Metrics> all;
  std::ifstream in(path);
  simdjson::dom::parser parser;
  for (std::string line; std::getline(in, line);) {
    simdjson::dom::object object;
    if (parser.parse(line).get_object().get(object)) break;
    Metrics metrics;
    for (const auto& [name, element] : object) {
      const double value = element.get_double().value();
      if (name == "step") {
        metrics.step = std::int64_t(value);
      } else if (name == "wall_time") {
        metrics.wall_time = value;
      } else {
        metrics.values[std::string(name)] = value;
      }
    }
    if (metrics.step > up_to) break;
    all.push_back(std::move(metrics));
  }
  return all;
}

}  // namespace

MetricsLog::MetricsLog(const std::filesystem::path& directory, std::int64_t after_step)
    : events_(directory) {
  const std::filesystem::path path = directory / "metrics.jsonl";
  all_ = read_metrics(path, after_step);
  OutputFile file(path.string());
  for (const Metrics& metrics : all_) {
    file.write(line_of(metrics));
    events_.add(metrics.step, metrics.wall_time, metrics.values);
  }
  file.commit();
  descriptor_ = open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), path.string());
}

MetricsLog::~MetricsLog() { close(descriptor_); }

void MetricsLog::add(const Metrics& metrics) {
  const std::string line = line_of(metrics);
  if (write(descriptor_, line.data(), line.size()) != ssize_t(line.size())) {
    throw std::system_error(errno, std::generic_category(), "metrics.jsonl");
  }
  events_.add(metrics.step, metrics.wall_time, metrics.values);
  all_.push_back(metrics);
}

void MetricsLog::store() { fdatasync(descriptor_); }

}  // namespace spandrop::nn
