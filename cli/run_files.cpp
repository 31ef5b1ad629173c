#include "cli/run_files.h"

#include <fmt/format.h>
#include <signal.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <thread>

#include "cli/checks.h"
#include "cli/progress_bar.h"
#include "spandrop/io/output_file.h"

namespace {

using namespace spandrop;

constexpr std::uint64_t kMostThreads = 1024;  // far more than help, far fewer than systems refuse

std::atomic<bool> interrupted = false;

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

void check_bad_file(const FileCommand& c) {
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

SideFiles side_files(const FileCommand& c) {
  SideFiles files;
  if (!c.summary_file.empty()) files.of_run.push_back(c.summary_file);
  if (!c.file.bad_file.empty()) files.of_run.push_back(c.file.bad_file);
  if (c.file.skip_bad && c.file.bad_file.empty()) files.list_suffix = ".bad.jsonl";
  for (const std::string& file : files.of_run) {  // not to be found out at the end of a long run
    const std::filesystem::path directory = std::filesystem::path(file).parent_path();
    if (!directory.empty() && !std::filesystem::is_directory(directory))
      throw std::runtime_error("there is no directory " + directory.string() + " for " + file);
  }
  return files;
}

}  // namespace

void add_file_arguments(CLI::App& app, FileCommand& c) {
  app.add_option("inputs", c.inputs, "JSON Lines, plain or .gz or .zst; - is standard input")
      ->required()
      ->type_name("IN");
  app.add_option("-o,--output", c.output, "A file, - for standard output, or a directory/")
      ->required()
      ->type_name("OUT");
}

void add_run_options(CLI::App& app, FileCommand& c) {
  const std::string run_group = "Running";
  c.file.threads = 0;
  app.add_option("--threads", c.file.threads, "Threads; all cores unless given")
      ->check(whole_number(1, kMostThreads))
      ->type_name("N")
      ->group(run_group);
  app.add_option("--bad", c.file.skip_bad,
                 "A bad record: stop (the default), or skip, count and list it")
      ->transform(one_of({"stop", "skip"}))
      ->type_name("WHAT")
      ->group(run_group);
  app.add_option("--bad-file", c.file.bad_file,
                 "List of the skipped records; OUT.bad.jsonl unless given")
      ->type_name("FILE")
      ->group(run_group);
  app.add_option("--summary", c.summary_file, "Write the summary as JSON")
      ->type_name("FILE")
      ->group(run_group);
  app.add_flag("--quiet", c.quiet, "No progress and no summary")->group(run_group);
}

RunResult run_files(FileCommand& c, const std::string& options,
                    const std::function<void(const Job&, const FileOptions&)>& work) {
  if (c.file.threads == 0) c.file.threads = std::max(1u, std::thread::hardware_concurrency());
  check_bad_file(c);
  const SideFiles beside = side_files(c);
  const Jobs jobs = plan_jobs(c.inputs, c.output, beside, options);
  catch_signals();
  c.file.cancelled = &interrupted;

  const auto start = std::chrono::steady_clock::now();
  ProgressBar bar(!c.quiet);
  std::uint64_t total = 0, done = 0;
  for (const Job& job : jobs.to_do) total += size_of(job.inputs);
  for (std::size_t i = 0; i < jobs.to_do.size(); ++i) {
    const Job& job = jobs.to_do[i];
    FileOptions file = c.file;
    if (!beside.list_suffix.empty()) file.bad_file = job.output + beside.list_suffix;
    if (jobs.to_do.size() > 1)
      bar.set_label(fmt::format("file {} of {}", i + 1, jobs.to_do.size()));
    file.on_progress = [&](const Progress& progress) {
      bar.show(done + progress.done, progress.total ? std::optional(total) : std::nullopt);
    };
    work(job, file);
    done += size_of(job.inputs);
  }
  bar.clear();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return {seconds.count(), jobs.finished.size()};
}

void write_summary(const FileCommand& c, const std::string& json) {
  if (c.summary_file.empty()) return;
  OutputFile file(c.summary_file);
  file.write(json + "\n");
  file.commit();
}

std::string thousands(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

void print_row(const char* name, const std::string& value) {
  fmt::print(stderr, "  {:<16}{}\n", name, value);
}

void print_read(std::uint64_t bytes, double seconds) {
  const double megabytes = static_cast<double>(bytes) / 1e6;
  print_row("read", fmt::format("{:.1f} MB in {:.2f} s, {:.0f} MB/s", megabytes, seconds,
                                megabytes / std::max(seconds, 1e-9)));
}
