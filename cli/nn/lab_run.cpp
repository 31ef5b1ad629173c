#include "cli/nn/lab_run.h"

#include <fmt/format.h>
#include <signal.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdio>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/checks.h"
#include "cli/exit_codes.h"
#include "cli/nn/lab_display.h"
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

std::atomic<bool> interrupted{false};

// The first signal lets the jobs save what they have; a second one ends all at once.
void catch_signals() {
  struct sigaction stop = {};
  stop.sa_handler = [](int) { interrupted = true; };
  stop.sa_flags = SA_RESETHAND;
  sigaction(SIGINT, &stop, nullptr);
  sigaction(SIGTERM, &stop, nullptr);
}

std::vector<Experiment> read_all(const LabRunOptions& options) {
  std::vector<Experiment> experiments;
  std::set<std::string> names;
  for (const std::string& file : options.files) {
    experiments.push_back(read_experiment(file, options.scale));
    const std::string& name = experiments.back().place.experiment;
    if (!names.insert(name).second) {
      throw std::invalid_argument(
          fmt::format("two files are called {}.toml: results are kept by "
                      "that name; rename one",
                      name));
    }
  }
  return experiments;
}

// "2/8" is the second part of eight.
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
    const bool done = results.know(job.name);
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

  catch_signals();
  std::vector<Job> left = missing(jobs, results);
  LabDisplay display(left, jobs.size());
  const RunnerOptions runner{.jobs = options.jobs, .keep_work = options.keep_work};
  const bool all_went_well = run_jobs(std::move(left), results, runner, interrupted, display);
  display.summarise(options.results, interrupted);
  if (interrupted) throw CLI::RuntimeError(kExitInterrupted);
  if (!all_went_well) throw CLI::RuntimeError(kExitFile);
}

}  // namespace

void add_lab_run_command(CLI::App& lab) {
  CLI::App* command =
      lab.add_subcommand("run", "Do the runs of experiment files whose results are missing");
  const auto options = std::make_shared<LabRunOptions>();
  command->add_option("files", options->files, "Experiments, such as experiments/*.toml")
      ->required()
      ->type_name("FILE");
  command
      ->add_option(
          "--scale", options->scale,
          "smoke takes seconds a file, laptop at most 40 minutes a panel on two cores "
          "(the headline two hours, and recipe after it two), paper has all points and steps")
      ->check(CLI::IsMember({"smoke", "laptop", "paper"}))
      ->capture_default_str();
  command->add_option("--jobs", options->jobs, "Runs at a time, a process and a core each")
      ->check(whole_number(1))
      ->capture_default_str();
  command
      ->add_option("--part", options->part,
                   "Of N parts of the runs do only number i, as in 2/8; results of all parts "
                   "merge by copying")
      ->type_name("i/N")
      ->capture_default_str();
  command
      ->add_option("-o,--output", options->results,
                   "Directory of the results, a file a run: DIR/EXPERIMENT/SCALE-RUN.json")
      ->type_name("DIR")
      ->capture_default_str();
  command->add_flag("--dry-run", options->dry_run, "Only list the runs and what is done of them");
  command->add_flag("--keep-work", options->keep_work,
                    "Keep metrics, weights and log of finished runs, in DIR/.work");
  command->footer(
      "Stop it and start it again at any moment: finished runs are not done again, the others go\n"
      "on from their last checkpoint. Several processes, also on several machines, can work on "
      "one\n"
      "directory. The command ends with 0 when every result is there.\n"
      "\n"
      "Examples:\n"
      "  What would panel (b) of Figure 3 take?\n"
      "    spandrop lab run experiments/figure3b.toml --dry-run\n"
      "  All panels, two runs at a time:\n"
      "    spandrop lab run experiments/*.toml --jobs 2 -o results\n"
      "  In a Slurm array of 8, one core each:\n"
      "    spandrop lab run experiments/*.toml --scale paper --jobs 1 --part "
      "$SLURM_ARRAY_TASK_ID/8");
  command->callback([options] { run(*options); });
}
