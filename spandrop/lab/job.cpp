#include "spandrop/lab/job.h"

#include <chrono>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "spandrop/io/files/output_file.h"
#include "spandrop/lab/execute.h"
#include "spandrop/lab/results.h"

namespace spandrop::lab {
namespace {

namespace fs = std::filesystem;

Run read_run(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  try {
    return run_from_json(text);
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(file.string() + ": " + error.what());
  }
}

void write_whole(const fs::path& file, const std::string& text) {
  OutputFile output(file);
  output.write(text);
  output.commit();
}

}  // namespace

std::vector<Job> jobs_of(const std::vector<Experiment>& experiments) {
  std::vector<Job> jobs;
  std::map<std::string, std::size_t> by_name;
  for (const Experiment& experiment : experiments) {
    for (const Run& run : experiment.runs) {
      const std::string name = name_of(run);
      const auto [found, is_new] = by_name.emplace(name, jobs.size());
      if (is_new) jobs.push_back({run, name, {}});
      jobs[found->second].places.push_back(experiment.place);
    }
  }
  return jobs;
}

std::vector<Job> part_of(const std::vector<Job>& jobs, std::size_t index, std::size_t count) {
  std::vector<Job> part;
  for (std::size_t i = index; i < jobs.size(); i += count) part.push_back(jobs[i]);
  return part;
}

void write_run(const Run& run, const fs::path& directory) {
  std::string line;
  JsonWriter json(line, JsonWriter::Spacing::compact);
  json.begin_object();
  write_fields(json, run);
  json.end_object();
  write_whole(directory / kRunFile, line + "\n");
}

void do_job(const fs::path& directory, std::stop_token stop) {
  const Run run = read_run(directory / kRunFile);
  const auto start = std::chrono::steady_clock::now();
  const nn::Outcome outcome = execute(run, directory, stop);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  write_whole(directory / kResultFile, result_of(run, outcome, wall.count()));
}

}  // namespace spandrop::lab
