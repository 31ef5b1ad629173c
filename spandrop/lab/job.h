// A job: a run to do, for all experiments that need its result.
#pragma once

#include <filesystem>
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

// The jobs of several experiments. Runs that occur in more than one of them become one job.
std::vector<Job> jobs_of(const std::vector<Experiment>& experiments);

// Part number `index`, counted from 0, of `count` parts: every count-th job.
std::vector<Job> part_of(const std::vector<Job>& jobs, std::size_t index, std::size_t count);

// The files in the directory of a job.
inline constexpr const char* kRunFile = "run.json";
inline constexpr const char* kResultFile = "result.json";
inline constexpr const char* kLogFile = "log";

// Writes the run into the directory, for do_job in another process.
void write_run(const Run& run, const std::filesystem::path& directory);

// Executes the run of the directory and writes its result there.
void do_job(const std::filesystem::path& directory, std::stop_token stop);

}  // namespace spandrop::lab
