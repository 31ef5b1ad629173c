// The results of runs, in files RESULTS/<experiment>/<scale>-<run>.json of one line each. Copying
// merges directories, and `cat RESULTS/*/*.json` is JSON Lines.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "spandrop/lab/run.h"
#include "spandrop/nn/train/outcome.h"

namespace spandrop::lab {

// A run and its outcome, with the version and the CPU, as one line of JSON.
std::string result_of(const Run& run, const nn::Outcome& outcome, double wall_seconds);

// Reads the scores and the CPU time of such a line.
nn::Outcome outcome_of(const std::string& result);

class Results {
 public:
  // Reads the directory and ignores files that contain no result. A result is found by the settings
  // in it, not by its file name, so that it stays valid when a kind gets a new setting.
  explicit Results(std::filesystem::path directory);

  // The file of a run's result.
  std::filesystem::path file_of(const Place& place, const std::string& run_name) const;

  // Whether any experiment has a result of the run, at any scale.
  bool contains(const std::string& run_name) const { return !locate(run_name).empty(); }

  // Copies the result to this place if it is not there yet. Returns false if there is none to copy.
  // A file without a valid result, such as a partial copy, does not count.
  bool copy_to(const Place& place, const std::string& run_name);

  // Whether a file contains a valid result.
  static bool holds_result(const std::filesystem::path& file);

  // Writes the result, atomically.
  void add(const Place& place, const std::string& run_name, const std::string& result);

  const std::filesystem::path& directory() const { return directory_; }

 private:
  std::vector<std::filesystem::path> folders() const;
  // A file with the result of the run, even if another process has just written it; or an empty
  // path.
  std::filesystem::path locate(const std::string& run_name) const;
  // The result in such a file, as result_of returns it.
  std::optional<std::string> find(const std::string& run_name) const;

  std::filesystem::path directory_;
  std::unordered_map<std::string, std::filesystem::path> by_run_;
};

}  // namespace spandrop::lab
