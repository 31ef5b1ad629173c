// Scores by name, for tests.
#pragma once

#include <map>
#include <string>

#include "spandrop/tasks/files/padded_file.h"
#include "spandrop/tasks/scores/scoring.h"

namespace spandrop::test {

// The scores of a file, by name.
inline std::map<std::string, double> by_name(const Scoring& scoring) {
  std::map<std::string, double> values;
  const std::vector<double> scores = scoring.scores();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    values[scoring.scheme.scores[i].name] = scores[i];
  }
  return values;
}

// The row of an item by the names of its columns; empty if there is no such item.
inline std::map<std::string, double> row_of(const Scoring& scoring, const std::string& id) {
  std::map<std::string, double> row;
  const std::vector<std::string>& columns = scoring.scheme.columns;
  for (std::size_t item = 0; item < scoring.ids.size(); ++item) {
    if (scoring.ids[item] != id) continue;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      row[columns[i]] = scoring.rows[item * columns.size() + i];
    }
  }
  return row;
}

// Reads JSON in memory: the content, or an error.
template <class Read>
auto read_json(Read read, const std::string& json) {
  const PaddedFile file = PaddedFile::of(json);
  return read(file.text());
}

template <class Read>
std::string message_of(Read read, const std::string& json) {
  const auto content = read_json(read, json);
  return content ? "" : content.error().message();
}

}  // namespace spandrop::test
