// The results of runs: one file of one JSON line each, RESULTS/<experiment>/<scale>-<run>.json.
// They merge by copying, and `cat RESULTS/*/*.json` is JSON Lines.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "spandrop/lab/run.h"
#include "spandrop/nn/outcome.h"

namespace spandrop::lab {

// What a run gave, as the end of a result's line, from its "kind" on.
std::string result_of(const Run& run, const nn::Outcome& outcome, double wall_seconds);

// Scores and CPU time of such a result.
nn::Outcome outcome_of(const std::string& result);

class Results {
 public:
  // Reads what is in the directory. A run is known by its settings, not by its file's name: results
  // stay good when a kind gets a new setting whose default is what was done before. Files that hold
  // no result are left alone.
  explicit Results(std::filesystem::path directory);

  // The file of a run's result.
  std::filesystem::path file_of(const Place& place, const std::string& run_name) const;

  // Whether an experiment has a result of the run, at any scale.
  bool know(const std::string& run_name) const { return !locate(run_name).empty(); }

  // Copies the result to where it is wanted, unless it is there; false if none is known. A file
  // there that holds no result, such as half a copy, counts as none.
  bool bring(const Place& place, const std::string& run_name);

  // Writes the result, whole or not at all.
  void add(const Place& place, const std::string& run_name, const std::string& result);

  const std::filesystem::path& directory() const { return directory_; }

 private:
  static bool holds_result(const std::filesystem::path& file);
  std::vector<std::filesystem::path> folders() const;
  // A file with the run's result, also one that another process wrote meanwhile; or an empty path.
  std::filesystem::path locate(const std::string& run_name) const;
  // The end of its line.
  std::optional<std::string> find(const std::string& run_name) const;

  std::filesystem::path directory_;
  std::unordered_map<std::string, std::filesystem::path> by_run_;
};

}  // namespace spandrop::lab
