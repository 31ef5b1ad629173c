#include "spandrop/tasks/score_json.h"

#include <fmt/format.h>

#include <string_view>

#include "spandrop/io/json_text.h"

namespace spandrop {
namespace {

// {"a": 1, "b": 2}, the values by value(number of the name).
template <class Names, class Value>
std::string object(const Names& names, Value value) {
  std::string json;
  for (std::size_t i = 0; i < names.size(); ++i) {
    json += fmt::format("{}{}: {}", i ? ", " : "", json_string(names[i]), value(i));
  }
  return "{" + json + "}";
}

std::vector<std::string> score_names(const Scoring& scoring) {
  std::vector<std::string> names;
  for (const ScoreScheme::Score& score : scoring.scheme.scores) names.push_back(score.name);
  return names;
}

std::string unmatched_json(const Unmatched& unmatched) {
  std::string ids;
  for (const std::string& id : unmatched.first) ids += (ids.empty() ? "" : ", ") + json_string(id);
  return fmt::format(R"({{"count": {}, "first": [{}]}})", unmatched.count, ids);
}

}  // namespace

std::string score_json(const std::string& format, const Scoring& scoring,
                       const ScoreComparison* comparison) {
  const std::vector<std::string> names = score_names(scoring);
  const std::vector<double> scores = scoring.scores();
  const auto json_scores = [&](const std::vector<double>& values) {
    return object(names, [&](std::size_t i) { return fmt::format("{}", values[i]); });
  };
  std::string json = fmt::format(R"({{"format": "{}", "scores": {}, "items": {})", format,
                                 json_scores(scores), scoring.ids.size());
  for (const Unmatched& unmatched : scoring.unmatched) {
    json += fmt::format(", {}: {}", json_string(unmatched.name), unmatched_json(unmatched));
  }
  if (comparison) {
    const auto difference = [&](std::size_t i) {
      const Difference& d = comparison->differences[i];
      return fmt::format(R"({{"difference": {}, "low": {}, "high": {}}})", d.value, d.low, d.high);
    };
    json += fmt::format(
        R"(, "compare": {{"other": {}, "scores": {}, "differences": {}, "resamples": {}, "seed": {}}})",
        json_string(comparison->name), json_scores(comparison->scores), object(names, difference),
        comparison->options.resamples, comparison->options.seed);
  }
  return json + "}\n";
}

std::string item_lines(const Scoring& scoring) {
  const std::vector<std::string>& columns = scoring.scheme.columns;
  std::string lines;
  for (std::size_t item = 0; item < scoring.ids.size(); ++item) {
    lines += fmt::format(R"({{"id": {})", json_string(scoring.ids[item]));
    for (std::size_t i = 0; i < columns.size(); ++i) {
      lines += fmt::format(R"(, "{}": {})", columns[i], scoring.rows[item * columns.size() + i]);
    }
    lines += "}\n";
  }
  return lines;
}

}  // namespace spandrop
