// A job: one run for all the places that want its result, in a directory where it can be killed and
// go on.
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "spandrop/lab/experiment.h"

namespace spandrop::lab {

struct Job {
  Run run;
  std::string name;  // of the run
  std::vector<Place> places;
};

// The jobs of several experiments; a run that several of them want is one job.
std::vector<Job> jobs_of(const std::vector<Experiment>& experiments);

// Every count-th job from number `index` on, counted from 0: one of `count` parts.
std::vector<Job> part_of(const std::vector<Job>& jobs, std::size_t index, std::size_t count);

// The files of a job in its directory.
inline constexpr const char* kRunFile = "run.json";
inline constexpr const char* kResultFile = "result.json";
inline constexpr const char* kLogFile = "log";

// Writes down the run, for carry_out in another process.
void write_run(const Run& run, const std::filesystem::path& directory);

// Carries out the run that is written down in the directory, and leaves its result there.
void carry_out(const std::filesystem::path& directory, std::stop_token stop);

// How far a job is, by the metrics in its directory.
struct Progress {
  double step = 0;
  double steps = 0;
  std::optional<double> loss;
  std::optional<double> dev_error;
  std::optional<double> examples_per_second;

  double share() const { return steps > 0 ? step / steps : 0; }
};
Progress progress_of(const std::filesystem::path& directory);

}  // namespace spandrop::lab
