#include "spandrop/lab/results.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "spandrop/io/files/output_file.h"
#include "spandrop/io/records/json_text.h"
#include "spandrop/lab/experiment.h"

namespace spandrop::lab {
namespace {

namespace fs = std::filesystem;

std::string json_of(const std::string& text) { return to_json(SettingValue(text)); }

// A number that was not measured is null.
std::string json_of(const std::vector<double>& row) {
  std::string json = "[";
  for (const double value : row) {
    json += json.size() > 1 ? "," : "";
    json += std::isfinite(value) ? to_json(SettingValue(value)) : "null";
  }
  return json + "]";
}

std::string json_of(const nn::Table& table) {
  std::string rows;
  for (const auto& row : table.rows) rows += (rows.empty() ? "" : ",") + json_of(row);
  return fmt::format("{{\"columns\":{},\"rows\":[{}]}}", to_json(SettingValue(table.columns)),
                     rows);
}

// The processor's name, for readers of the times.
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

constexpr std::string_view kResultBegins = "\"kind\":";

// The run that a result's line is of; nothing where it is no such line.
std::optional<Run> run_of(const std::string& line) {
  simdjson::dom::parser parser;
  simdjson::dom::element result;
  std::string_view kind;
  simdjson::dom::element settings;
  if (parser.parse(line).get(result) || result["kind"].get(kind) ||
      result["settings"].get(settings)) {
    return std::nullopt;
  }
  const auto names = names_of(Kind{});
  const auto found = std::ranges::find(names, kind);
  if (found == names.end()) return std::nullopt;
  try {
    Run run{Kind(found - names.begin()), {}};
    run.settings = completed(run.kind, settings_from_json(simdjson::minify(settings)));
    return run;
  } catch (const std::invalid_argument&) {
    return std::nullopt;  // of a version that had other settings
  }
}

}  // namespace

std::string result_of(const Run& run, const nn::Outcome& outcome, double wall_seconds) {
  Settings scores;
  for (const auto& [name, value] : outcome.scores) scores[name] = value;
  return fmt::format(
      "{}\"{}\",\"settings\":{},\"scores\":{},\"curve\":{},\"cpu_seconds\":{:.3f},"
      "\"wall_seconds\":{:.3f},\"version\":\"{}\",\"cpu\":{}}}\n",
      kResultBegins, names_of(run.kind)[std::size_t(run.kind)], to_json(run.settings),
      to_json(scores), json_of(outcome.curve), outcome.cpu_seconds, wall_seconds, SPANDROP_VERSION,
      json_of(cpu_name()));
}

nn::Outcome outcome_of(const std::string& result) {
  simdjson::dom::parser parser;
  const simdjson::dom::element all = parser.parse("{" + result);
  nn::Outcome outcome;
  for (const auto& [name, value] : all["scores"].get_object()) {
    if (double number = 0; !value.get(number)) outcome.scores[std::string(name)] = number;
  }
  outcome.cpu_seconds = all["cpu_seconds"];
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
  const std::size_t begin = line ? line->find(kResultBegins) : std::string::npos;
  if (begin == std::string::npos) return std::nullopt;
  return line->substr(begin);
}

bool Results::bring(const Place& place, const std::string& run_name) {
  if (holds_result(file_of(place, run_name))) return true;
  const auto result = find(run_name);
  if (result) add(place, run_name, *result);
  return result.has_value();
}

void Results::add(const Place& place, const std::string& run_name, const std::string& result) {
  const fs::path file = file_of(place, run_name);
  fs::create_directories(file.parent_path());
  OutputFile output(file);
  output.write(fmt::format("{{\"experiment\":{},\"panel\":{},\"scale\":{},{}",
                           json_of(place.experiment), json_of(place.panel), json_of(place.scale),
                           result));
  output.commit();
  by_run_.emplace(run_name, file);
}

}  // namespace spandrop::lab
