// What the commands that rewrite files share: inputs, output, threads, progress, bad records.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "cli/jobs.h"
#include "spandrop/io/rewrite_files.h"

namespace CLI {
class App;
}

struct FileCommand {
  std::vector<std::string> inputs;
  std::string output;
  spandrop::FileOptions file;
  std::string summary_file;
  bool quiet = false;
};

// Adds the inputs and the output.
void add_file_arguments(CLI::App& app, FileCommand& command);
// Adds the options of the group "Running".
void add_run_options(CLI::App& app, FileCommand& command);

struct RunResult {
  double seconds = 0;
  std::size_t finished = 0;  // outputs that were there already
};

// Calls `work` for each output that is to be made, while a terminal shows how far it is, and a
// signal stops it. `options` are what a directory remembers. Throws as plan_jobs and `work` do.
RunResult run_files(
    FileCommand& command, const std::string& options,
    const std::function<void(const Job& job, const spandrop::FileOptions& options)>& work);

// Writes the summary to its file, if one was named.
void write_summary(const FileCommand& command, const std::string& json);

// One row of a summary, to standard error.
void print_row(const char* name, const std::string& value);
// What was read and how fast, the last row.
void print_read(std::uint64_t bytes, double seconds);
// A number with commas.
std::string thousands(std::uint64_t number);
