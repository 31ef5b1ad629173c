#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/checks.h"
#include "cli/exit.h"
#include "cli/nn/commands.h"
#include "cli/nn/lab_display.h"
#include "cli/stop_signals.h"
#include "spandrop/lab/runner.h"

namespace {

using namespace spandrop::lab;

struct LabRunOptions {
  std::vector<std::string> files;
  std::string scale = "laptop";
  std::size_t jobs = 2;
  std::string part = "1/1";
  std::string results = "results";
  bool dry_run = false;
  bool keep_work = false;
};

// Does a job in its child process. Ctrl-C sends SIGINT to the children too, but they inherit it
// blocked from run(): only the parent stops them, with SIGTERM.
void do_job_until_sigterm(const std::filesystem::path& directory) {
  do_job(directory, stop_on_signals({SIGTERM}));
}

std::vector<Experiment> read_all(const LabRunOptions& options) {
  std::vector<Experiment> experiments;
  std::set<std::string> names;
  for (const std::string& file : options.files) {
    experiments.push_back(read_experiment(file, options.scale));
    const std::string& name = experiments.back().place.experiment;
    if (!names.insert(name).second) {
      throw std::invalid_argument(fmt::format(
          "two files are called {}.toml, but results are stored by that name; rename one "
          "of the two",
          name));
    }
  }
  return experiments;
}

// Parses i/N, as in "2/8" for the second of eight parts.
std::vector<Job> chosen_part(const std::vector<Job>& jobs, const std::string& part) {
  std::size_t index = 0;
  std::size_t count = 0;
  char end = 0;
  const bool read = std::sscanf(part.c_str(), "%zu/%zu%c", &index, &count, &end) == 2;
  if (!read || index < 1 || index > count) {
    throw std::invalid_argument("expected --part i/N with i from 1 to N, got " + part);
  }
  return part_of(jobs, index - 1, count);
}

void show_plan(const std::vector<Job>& jobs, const Results& results) {
  std::size_t left = 0;
  for (const Job& job : jobs) {
    const bool done = results.contains(job.name);
    left += !done;
    std::string places;
    for (const Place& place : job.places) places += " " + place.experiment;
    fmt::print("{}  {} {}\n", done ? "done" : "to do", job.name, places);
  }
  fmt::print("{} runs, {} to do\n", jobs.size(), left);
}

void run(const LabRunOptions& options) {
  const std::vector<Job> jobs = chosen_part(jobs_of(read_all(options)), options.part);
  Results results(options.results);
  if (options.dry_run) return show_plan(jobs, results);

  const std::stop_token stop = stop_on_signals();
  std::vector<Job> left = missing(jobs, results);
  LabDisplay display(left, jobs.size());
  const RunnerOptions runner{
      .work = do_job_until_sigterm, .jobs = options.jobs, .keep_work = options.keep_work};
  const bool all_succeeded = run_jobs(std::move(left), results, runner, stop, display);
  display.summarise(options.results, stop.stop_requested());
  if (stop.stop_requested()) throw CLI::RuntimeError(kExitInterrupted);
  if (!all_succeeded) throw CLI::RuntimeError(kExitFile);
}

}  // namespace

void add_lab_run_command(CLI::App& lab) {
  CLI::App* command = lab.add_subcommand(
      "run", "Run the experiments in these files, skipping runs that already have a result");
  const auto options = std::make_shared<LabRunOptions>();
  command->add_option("files", options->files, "Experiment files, such as experiments/*.toml")
      ->required()
      ->type_name("FILE");
  command
      ->add_option(
          "--scale", options->scale,
          "Size of the experiments: smoke takes seconds per file; laptop at most 40 minutes per "
          "panel on two cores (headline and recipe two hours each); paper has all points and "
          "steps")
      ->check(CLI::IsMember({"smoke", "laptop", "paper"}))
      ->capture_default_str();
  command
      ->add_option("--jobs", options->jobs,
                   "Number of runs at a time; each uses one process and one core")
      ->check(whole_number(1))
      ->capture_default_str();
  command
      ->add_option("--part", options->part,
                   "Run only part i of N, for example 2/8; copy the results of all parts "
                   "into one directory to merge them")
      ->type_name("i/N")
      ->capture_default_str();
  command
      ->add_option("-o,--output", options->results,
                   "Directory for the results, one file per run: DIR/EXPERIMENT/SCALE-RUN.json")
      ->type_name("DIR")
      ->capture_default_str();
  command->add_flag("--dry-run", options->dry_run,
                    "Only list the runs, and which of them are done");
  command->add_flag("--keep-work", options->keep_work,
                    "Keep the metrics, weights and logs of finished runs, in DIR/.work");
  command->footer(
      "You can stop the command at any time and rerun it to resume: finished runs are not "
      "repeated,\n"
      "and the others resume from their last checkpoint. Several processes, even on different\n"
      "machines, can share one directory. The exit code is 0 if all results exist.\n"
      "\n"
      "Examples:\n"
      "  List the runs of panel (b) of Figure 3:\n"
      "    spandrop lab run experiments/figure3b.toml --dry-run\n"
      "  All panels, two runs at a time:\n"
      "    spandrop lab run experiments/*.toml --jobs 2 -o results\n"
      "  In a Slurm array of 8 tasks with one core each:\n"
      "    spandrop lab run experiments/*.toml --scale paper --jobs 1 --part "
      "$SLURM_ARRAY_TASK_ID/8");
  command->callback([options] { run(*options); });
}
