#include "spandrop/nn/train/metrics.h"

#include <fcntl.h>
#include <simdjson.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

#include "spandrop/base/json_writer.h"
#include "spandrop/io/files/output_file.h"

namespace spandrop::nn {
namespace {

std::string line_of(const Metrics& metrics) {
  std::string line;
  JsonWriter json(line, JsonWriter::Spacing::compact);
  json.begin_object().field("step", metrics.step).key("wall_time").fixed(metrics.wall_time, 3);
  for (const auto& [name, value] : metrics.values) json.field(name, value);
  json.end_object();
  return line + "\n";
}

// The inverse of JsonWriter::value(double); nothing if it is no number.
std::optional<double> number_of(simdjson::dom::element element) {
  double number = 0;
  std::string_view name;
  if (!element.get(number)) return number;
  if (element.get(name)) return std::nullopt;
  if (name == "nan") return NAN;
  if (name == "inf") return INFINITY;
  if (name == "-inf") return -INFINITY;
  return std::nullopt;
}

// The line as metrics; nothing if it is damaged, for example cut short by a crash.
std::optional<Metrics> metrics_of(simdjson::dom::parser& parser, const std::string& line) {
  simdjson::dom::object object;
  if (parser.parse(line).get_object().get(object)) return std::nullopt;
  Metrics metrics;
  for (const auto& [name, element] : object) {
    const std::optional<double> number = number_of(element);
    if (!number) return std::nullopt;
    if (name == "step") {
      metrics.step = std::int64_t(*number);
    } else if (name == "wall_time") {
      metrics.wall_time = *number;
    } else {
      metrics.values[std::string(name)] = *number;
    }
  }
  return metrics;
}

// The metrics of a file up to a step, or up to its first damaged line.
std::vector<Metrics> read_metrics(const std::filesystem::path& path, std::int64_t up_to) {
  std::vector<Metrics> all;
  std::ifstream in(path);
  simdjson::dom::parser parser;
  for (std::string line; std::getline(in, line);) {
    std::optional<Metrics> metrics = metrics_of(parser, line);
    if (!metrics || metrics->step > up_to) break;
    all.push_back(std::move(*metrics));
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

void MetricsLog::sync() { fdatasync(descriptor_); }

}  // namespace spandrop::nn
