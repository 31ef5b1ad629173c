#include "spandrop/lab/results.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "spandrop/base/json_writer.h"
#include "spandrop/io/files/output_file.h"
#include "spandrop/lab/experiment.h"

namespace spandrop::lab {
namespace {

namespace fs = std::filesystem;

void write_table(JsonWriter& json, const nn::Table& table) {
  json.begin_object().key("columns").begin_array();
  for (const std::string& column : table.columns) json.value(column);
  json.end_array().key("rows").begin_array();
  for (const std::vector<double>& row : table.rows) {
    json.begin_array();
    // A missing measurement is null.
    for (const double value : row) std::isfinite(value) ? json.value(value) : json.raw("null");
    json.end_array();
  }
  json.end_array().end_object();
}

// The name of the processor, to which the times belong.
std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::optional<std::string> content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream) return std::nullopt;
  return text;
}

// Results begin with this; in a file, fields of the place precede it.
constexpr std::string_view kFirstField = "\"kind\":";

// The run of a result, with complete settings; nothing if the line is no result, or one of a
// version with other settings.
std::optional<Run> run_of(const std::string& line) {
  try {
    Run run = run_from_json(line);
    run.settings = completed(run.kind, run.settings);
    return run;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

}  // namespace

std::string result_of(const Run& run, const nn::Outcome& outcome, double wall_seconds) {
  std::string line;
  JsonWriter json(line, JsonWriter::Spacing::compact);
  json.begin_object();
  write_fields(json, run);
  nn::write_scores(json.key("scores"), outcome.scores);
  if (!outcome.diverged.empty()) json.field("diverged", outcome.diverged);
  write_table(json.key("curve"), outcome.curve);
  json.key("cpu_seconds").fixed(outcome.cpu_seconds, 3);
  json.key("wall_seconds").fixed(wall_seconds, 3);
  json.field("version", SPANDROP_VERSION).field("cpu", cpu_name()).end_object();
  return line + "\n";
}

nn::Outcome outcome_of(const std::string& result) {
  simdjson::dom::parser parser;
  const simdjson::dom::element all = parser.parse(result);
  nn::Outcome outcome;
  for (const auto& [name, value] : all["scores"].get_object()) {
    if (double number = 0; !value.get(number)) outcome.scores[std::string(name)] = number;
  }
  outcome.cpu_seconds = all["cpu_seconds"];
  std::string_view diverged;
  if (!all["diverged"].get(diverged)) outcome.diverged = diverged;
  return outcome;
}

Results::Results(fs::path directory) : directory_(std::move(directory)) {
  for (const fs::path& folder : folders()) {
    for (const auto& file : fs::directory_iterator(folder)) {
      if (file.path().extension() != ".json") continue;
      const auto line = content_of(file);
      const auto run = line ? run_of(*line) : std::nullopt;
      if (run) by_run_.emplace(name_of(*run), file.path());
    }
  }
}

fs::path Results::file_of(const Place& place, const std::string& run_name) const {
  return directory_ / place.experiment / fmt::format("{}-{}.json", place.scale, run_name);
}

std::vector<fs::path> Results::folders() const {
  std::vector<fs::path> found;
  if (!fs::exists(directory_)) return found;
  for (const auto& entry : fs::directory_iterator(directory_)) {
    const bool is_hidden = entry.path().filename().string().starts_with('.');
    if (entry.is_directory() && !is_hidden) found.push_back(entry.path());
  }
  return found;
}

bool Results::holds_result(const fs::path& file) {
  const auto line = content_of(file);
  return line && run_of(*line);
}

fs::path Results::locate(const std::string& run_name) const {
  if (const auto found = by_run_.find(run_name); found != by_run_.end()) return found->second;
  for (const fs::path& folder : folders()) {
    for (const std::string_view scale : kScales) {
      const fs::path file = file_of({folder.filename(), "", std::string(scale)}, run_name);
      if (holds_result(file)) return file;
    }
  }
  return {};
}

std::optional<std::string> Results::find(const std::string& run_name) const {
  const auto line = content_of(locate(run_name));
  const std::size_t begin = line ? line->find(kFirstField) : std::string::npos;
  if (begin == std::string::npos) return std::nullopt;
  return "{" + line->substr(begin);
}

bool Results::copy_to(const Place& place, const std::string& run_name) {
  if (holds_result(file_of(place, run_name))) return true;
  const auto result = find(run_name);
  if (result) add(place, run_name, *result);
  return result.has_value();
}

void Results::add(const Place& place, const std::string& run_name, const std::string& result) {
  const fs::path file = file_of(place, run_name);
  fs::create_directories(file.parent_path());
  std::string line;
  JsonWriter json(line, JsonWriter::Spacing::compact);
  json.begin_object().field("experiment", place.experiment).field("panel", place.panel);
  json.field("scale", place.scale).raw(std::string_view(result).substr(1));
  OutputFile output(file);
  output.write(line);
  output.commit();
  by_run_.emplace(run_name, file);
}

}  // namespace spandrop::lab
