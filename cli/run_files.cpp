#include "cli/run_files.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <thread>

#include "cli/checks.h"
#include "cli/exit.h"
#include "cli/progress_bar.h"
#include "cli/shared_options.h"
#include "cli/stop_signals.h"
#include "spandrop/io/files/output_directory.h"
#include "spandrop/io/files/output_file.h"
#include "spandrop/io/files/pipeline.h"

namespace {

using namespace spandrop;

constexpr std::uint64_t kMostRecordBytes = std::uint64_t{1} << 60;
constexpr std::uint64_t kMostThreads = 1024;  // more never helps; systems allow far more

std::uint64_t size_of(const std::vector<std::string>& files) {
  std::uint64_t size = 0;
  for (const std::string& file : files) {
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(file, error);
    if (!error) size += bytes;
  }
  return size;
}

void check_bad_file(const FileCommand& c) {
  const auto refuse = [](const char* what) { throw std::invalid_argument(what); };
  const bool is_named = !c.file.bad_file.empty();
  if (is_named && !c.file.skip_bad) refuse("--bad-file requires --bad skip");
  if (c.max_bad != BadLimit::kUsualShare && !c.file.skip_bad) {
    refuse("--max-bad requires --bad skip");
  }
  if (is_named && names_directory(c.output)) {
    refuse(
        "--bad-file cannot be used with an output directory, because each output has its own list, "
        "OUT.bad.jsonl; remove --bad-file");
  }
  if (c.file.skip_bad && !is_named && c.output == "-") {
    refuse("--bad skip with -o - requires --bad-file FILE");
  }
}

ExtraFiles extra_files(const FileCommand& c) {
  ExtraFiles files;
  if (!c.summary_file.empty()) files.shared.push_back(c.summary_file);
  if (!c.file.bad_file.empty()) files.shared.push_back(c.file.bad_file);
  if (c.file.skip_bad && c.file.bad_file.empty()) files.list_suffix = ".bad.jsonl";
  for (const std::string& file : files.shared) {  // checked now, not at the end of a long run
    const std::filesystem::path directory = std::filesystem::path(file).parent_path();
    if (!directory.empty() && !std::filesystem::is_directory(directory)) {
      throw std::runtime_error(
          fmt::format("cannot write {}: the directory {} does not exist; create it first", file,
                      directory.string()));
    }
  }
  return files;
}

// What an interrupted run leaves.
std::string interruption(const FileCommand& c) {
  if (names_directory(c.output)) return "interrupted; finished files are kept, rerun to resume";
  if (c.output == "-") return "interrupted; the output is incomplete";
  std::error_code error;
  const auto type = std::filesystem::status(c.output, error).type();
  using std::filesystem::file_type;
  if (type == file_type::not_found) return "interrupted; " + c.output + " was not written";
  return "interrupted; " + c.output +
         (type == file_type::regular ? " is unchanged" : " is incomplete");
}

// Says which outputs are made again, and why.
void print_redone(const std::vector<std::string>& outputs, const std::string& why) {
  if (outputs.empty()) return;
  const std::string others =
      outputs.size() > 1 ? fmt::format(" and {} more", outputs.size() - 1) : "";
  std::fprintf(stderr, "spandrop: making %s%s again: %s since the last run\n",
               outputs.front().c_str(), others.c_str(), why.c_str());
}

}  // namespace

void add_file_arguments(CLI::App& app, FileCommand& c) {
  app.add_option("inputs", c.inputs,
                 "Input files, JSON Lines unless an option says otherwise; gzip and zstd are "
                 "recognised, and - is standard input")
      ->required()
      ->type_name("IN");
  app.add_option("-o,--output", c.output,
                 "Output file (compressed if it ends with .gz or .zst), - for standard output, or "
                 "DIR/ for one output per input")
      ->required()
      ->type_name("OUT");
}

void add_run_options(CLI::App& app, FileCommand& c) {
  OptionSection section(app, "Running");
  c.file.threads = 0;
  section.add("--threads", c.file.threads, "N", "Number of threads [default: all cores]")
      ->check(whole_number(1, kMostThreads));
  section
      .add("--max-record-bytes", c.file.max_record_bytes, "N",
           "Records with more bytes are invalid; bounds the memory for broken or hostile files")
      ->check(whole_number(1, kMostRecordBytes))
      ->capture_default_str();
  add_bad_option(section, c.file.skip_bad, "record");
  section.add("--bad-file", c.file.bad_file, "FILE",
              "With --bad skip: list of the skipped records [default: OUT.bad.jsonl]");
  section
      .add("--max-bad", c.max_bad, "SHARE",
           "With --bad skip: fail if more than this share of at least 100 records is invalid, or "
           "all are; 1 allows any number")
      ->check(share())
      ->capture_default_str();
  section.add("--summary", c.summary_file, "FILE", "Write the summary as JSON to this file");
  section.add_flag("--quiet", c.quiet, "Show no progress and no summary");
}

RunResult run_files(FileCommand& c, const std::string& options,
                    const std::function<void(const PlannedOutput&, const FileOptions&)>& work) {
  if (c.file.threads == 0) c.file.threads = std::max(1u, std::thread::hardware_concurrency());
  check_bad_file(c);
  const ExtraFiles beside = extra_files(c);
  const OutputPlan plan = plan_outputs(c.inputs, c.output, beside, options);
  if (!c.quiet) {
    print_redone(plan.input_changed, "the input changed");
    print_redone(plan.size_changed, "the output changed");
  }
  c.file.stop = stop_on_signals({SIGINT, SIGTERM}, [what = interruption(c)] {
    // In the middle of a very long record, or while the disk is busy.
    std::_Exit(print_error(what, kExitInterrupted));
  });
  std::signal(SIGXFSZ, SIG_IGN);  // write() then reports a file that is too large

  const auto start = std::chrono::steady_clock::now();
  BadLimit limit(c.max_bad);
  ProgressBar bar(!c.quiet);
  std::uint64_t total = 0, done = 0;
  for (const PlannedOutput& planned : plan.to_do) total += size_of(planned.inputs);
  for (std::size_t i = 0; i < plan.to_do.size(); ++i) {
    const PlannedOutput& planned = plan.to_do[i];
    FileOptions file = c.file;
    if (file.skip_bad) file.bad_limit = &limit;
    if (!beside.list_suffix.empty()) file.bad_file = planned.output + beside.list_suffix;
    if (plan.to_do.size() > 1)
      bar.set_label(fmt::format("file {} of {}", i + 1, plan.to_do.size()));
    file.on_progress = [&](const BytesDone& progress) {
      bar.show(done + progress.done, progress.total ? std::optional(total) : std::nullopt);
    };
    if (plan.directory) {  // the identity of the input before it is read
      file.on_complete = [&, input = identity_of(planned.inputs.front())](std::uint64_t size) {
        plan.directory->record(planned.output, size, input);
      };
    }
    try {
      work(planned, file);
    } catch (const Cancelled&) {
      throw Cancelled(interruption(c));
    }
    done += size_of(planned.inputs);
  }
  bar.clear();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return {seconds.count(), plan.finished.size()};
}

void write_summary(const FileCommand& c, const std::string& json) {
  if (c.summary_file.empty()) return;
  OutputFile file(c.summary_file);
  file.write(json + "\n");
  file.commit();
}
