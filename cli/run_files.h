// What the commands that rewrite files share: inputs, outputs, threads, progress, invalid records.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "cli/output_plan.h"
#include "spandrop/io/files/bad_limit.h"
#include "spandrop/io/files/rewrite_files.h"

namespace CLI {
class App;
}

struct FileCommand {
  std::vector<std::string> inputs;
  std::string output;
  spandrop::FileOptions file;
  double max_bad = spandrop::BadLimit::kUsualShare;
  std::string summary_file;
  bool quiet = false;
};

// Adds the inputs and --output.
void add_file_arguments(CLI::App& app, FileCommand& command);
// Adds the options under the heading "Running".
void add_run_options(CLI::App& app, FileCommand& command);

struct RunResult {
  double seconds = 0;
  std::size_t finished = 0;  // outputs of an earlier run
};

// Calls `work` for each output; in a directory, skips those that are finished. Shows progress on a
// terminal, and stops at a signal. A directory remembers `options`. Throws what plan_outputs and
// `work` throw.
RunResult run_files(
    FileCommand& command, const std::string& options,
    const std::function<void(const PlannedOutput&, const spandrop::FileOptions&)>& work);

// Writes the summary to --summary, if it was given.
void write_summary(const FileCommand& command, const std::string& json);
