#include "spandrop/lab/job.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <chrono>
#include <map>
#include <stdexcept>

#include "spandrop/io/files/output_file.h"
#include "spandrop/lab/results.h"

namespace spandrop::lab {
namespace {

namespace fs = std::filesystem;

Run read_run(const fs::path& file) {
  simdjson::dom::parser parser;
  const simdjson::dom::element written = parser.load(file.string());
  const auto names = names_of(Kind{});
  const std::string_view kind = written["kind"];
  const auto found = std::ranges::find(names, kind);
  if (found == names.end()) throw std::runtime_error(file.string() + " holds no run");
  const simdjson::dom::element settings = written["settings"];
  return {Kind(found - names.begin()), settings_from_json(simdjson::minify(settings))};
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
  write_whole(directory / kRunFile,
              fmt::format("{{\"kind\":\"{}\",\"settings\":{}}}\n",
                          names_of(run.kind)[std::size_t(run.kind)], to_json(run.settings)));
}

void carry_out(const fs::path& directory, std::stop_token stop) {
  const Run run = read_run(directory / kRunFile);
  const auto start = std::chrono::steady_clock::now();
  const nn::Outcome outcome = execute(run.kind, run.settings, directory, stop);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  write_whole(directory / kResultFile, result_of(run, outcome, wall.count()));
}

}  // namespace spandrop::lab
