// Scores of predictions, in one form for all data sets: each item (a question or a document) has a
// row of numbers, and a score is a function of the sums of these rows. This allows scoring a
// resample of the items.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spandrop {

// The columns and scores of a data set.
struct ScoreScheme {
  struct Score {
    std::string name;   // as in the official script
    std::string about;  // a short description
  };
  std::vector<std::string> columns;  // of a row
  std::vector<Score> scores;
  // The scores, from the sums of the columns over this many items.
  std::vector<double> (*scores_of)(const std::vector<double>& sums, std::size_t items);
};

// Ids that occur only in the predictions or only in the gold file.
struct Unmatched {
  static constexpr std::size_t kShown = 5;

  std::string name;   // such as missing
  std::string about;  // such as questions without a prediction
  std::size_t count = 0;
  std::vector<std::string> first = {};  // the first few

  void add(std::string_view id) {
    if (count++ < kShown) first.emplace_back(id);
  }
};

struct Scoring {
  ScoreScheme scheme;
  std::vector<std::string> ids = {};  // of the items, in the order of the gold file
  std::vector<double> rows = {};      // one row per item, one after the other
  std::vector<double> outside = {};   // the row of predictions that belong to no item; may be empty
  std::vector<Unmatched> unmatched = {};

  // Adds an item.
  void add(std::string_view id, const std::vector<double>& row) {
    ids.emplace_back(id);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  // The sums of the columns, including `outside`.
  std::vector<double> sums() const;
  // The scores of the whole file.
  std::vector<double> scores() const { return scheme.scores_of(sums(), ids.size()); }
};

}  // namespace spandrop
