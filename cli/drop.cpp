#include "cli/drop.h"

#include <fmt/format.h>
#include <signal.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/drop_command.h"
#include "cli/drop_report.h"
#include "cli/jobs.h"
#include "cli/progress_bar.h"
#include "spandrop/io/output_file.h"

namespace {

using namespace spandrop;

std::atomic<bool> interrupted = false;

// All that the content of an output depends on, as one line of JSON.
std::string remembered_options(const DropCommand& c) {
  return fmt::format("{{\"version\": \"" SPANDROP_VERSION "\", \"bad\": \"{}\", \"options\": {}}}",
                     c.file.skip_bad ? "skip" : "stop", to_json(c.drop));
}

std::uint64_t size_of(const std::vector<std::string>& files) {
  std::uint64_t size = 0;
  for (const std::string& file : files) {
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(file, error);
    if (!error) size += bytes;
  }
  return size;
}

// The first signal lets the run end in order; a second one ends it at once, with no harm to
// outputs.
void catch_signals() {
  struct sigaction stop = {};
  stop.sa_handler = [](int) { interrupted = true; };
  stop.sa_flags = SA_RESETHAND;
  sigaction(SIGINT, &stop, nullptr);
  sigaction(SIGTERM, &stop, nullptr);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of write
}

void check_bad_file(const DropCommand& c) {
  const auto refuse = [](const char* what) { throw std::invalid_argument(what); };
  const bool is_named = !c.file.bad_file.empty();
  if (is_named && !c.file.skip_bad) refuse("--bad-file needs --bad skip");
  if (is_named && names_directory(c.output)) {
    refuse("--bad-file is for one output; in a directory each has its own list, OUT.bad.jsonl");
  }
  if (c.file.skip_bad && !is_named && c.output == "-") {
    refuse("--bad skip to standard output needs --bad-file FILE");
  }
}

// Where the bad records of a job are listed.
std::string bad_file_of(const DropCommand& c, const Job& job) {
  return c.file.bad_file.empty() ? job.output + ".bad.jsonl" : c.file.bad_file;
}

// The files that are written beside the outputs.
std::vector<std::string> side_files(const DropCommand& c) {
  std::vector<std::string> files;
  if (!c.summary_file.empty()) files.push_back(c.summary_file);
  if (!c.file.bad_file.empty()) files.push_back(c.file.bad_file);
  return files;
}

void run(DropCommand& c) {
  complete(c);
  check_bad_file(c);
  const Jobs jobs = plan_jobs(c.inputs, c.output, side_files(c), remembered_options(c));
  catch_signals();
  c.file.cancelled = &interrupted;

  const auto start = std::chrono::steady_clock::now();
  ProgressBar bar(!c.quiet);
  std::uint64_t total = 0, done = 0;
  for (const Job& job : jobs.to_do) total += size_of(job.inputs);
  Summary summary;
  for (std::size_t i = 0; i < jobs.to_do.size(); ++i) {
    const Job& job = jobs.to_do[i];
    FileOptions file = c.file;
    if (file.skip_bad) file.bad_file = bad_file_of(c, job);
    if (jobs.to_do.size() > 1)
      bar.set_label(fmt::format("file {} of {}", i + 1, jobs.to_do.size()));
    file.on_progress = [&](const Progress& progress) {
      bar.show(done + progress.done, progress.total ? std::optional(total) : std::nullopt);
    };
    summary += drop_files(job.inputs, job.output, c.drop, file);
    done += size_of(job.inputs);
  }
  bar.clear();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!c.quiet) print_summary(summary, seconds, c.drop.mask.has_value(), jobs.finished.size());
  if (!c.summary_file.empty()) {
    OutputFile file(c.summary_file);
    file.write(to_json(summary, seconds) + "\n");
    file.commit();
  }
}

}  // namespace

void add_drop_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("drop", "Augment a corpus: drop random spans of each record");
  std::shared_ptr<DropCommand> options = add_drop_options(*command);
  command->callback([options] { run(*options); });
}
