#include "spandrop/tasks/scores/score_json.h"

#include "spandrop/base/json_writer.h"

namespace spandrop {
namespace {

using Names = std::vector<ScoreScheme::Score>;

void write_scores(JsonWriter& json, const Names& names, const std::vector<double>& scores) {
  json.key("scores").begin_object();
  for (std::size_t i = 0; i < names.size(); ++i) json.field(names[i].name, scores[i]);
  json.end_object();
}

void write(JsonWriter& json, const Unmatched& unmatched) {
  json.key(unmatched.name).begin_object().field("count", unmatched.count);
  json.key("first").begin_array();
  for (const std::string& id : unmatched.first) json.value(id);
  json.end_array().end_object();
}

void write(JsonWriter& json, const Names& names, const ScoreComparison& comparison) {
  json.key("compare").begin_object().field("other", comparison.name);
  write_scores(json, names, comparison.scores);
  json.key("differences").begin_object();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Difference& difference = comparison.differences[i];
    json.key(names[i].name)
        .begin_object()
        .field("difference", difference.value)
        .field("low", difference.low)
        .field("high", difference.high)
        .end_object();
  }
  json.end_object()
      .field("resamples", comparison.options.resamples)
      .field("seed", comparison.options.seed)
      .end_object();
}

}  // namespace

std::string score_json(const std::string& format, const Scoring& scoring,
                       const ScoreComparison* comparison) {
  const Names& names = scoring.scheme.scores;
  std::string out;
  JsonWriter json(out);
  json.begin_object().field("format", format);
  write_scores(json, names, scoring.scores());
  json.field("items", scoring.ids.size());
  for (const Unmatched& unmatched : scoring.unmatched) write(json, unmatched);
  if (comparison) write(json, names, *comparison);
  json.end_object();
  return out += '\n';
}

std::string item_lines(const Scoring& scoring) {
  const std::vector<std::string>& columns = scoring.scheme.columns;
  std::string lines;
  for (std::size_t item = 0; item < scoring.ids.size(); ++item) {
    JsonWriter json(lines);
    json.begin_object().field("id", scoring.ids[item]);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      json.field(columns[i], scoring.rows[item * columns.size() + i]);
    }
    json.end_object();
    lines += '\n';
  }
  return lines;
}

}  // namespace spandrop
