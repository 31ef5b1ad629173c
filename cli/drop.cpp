#include "cli/drop.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/drop_command.h"
#include "cli/drop_report.h"
#include "spandrop/tasks/drop_dataset.h"

namespace {

using namespace spandrop;

// All that the content of an output depends on, as one line of JSON.
std::string remembered_options(const DropCommand& c) {
  std::string format;
  if (!c.format.empty()) {
    format =
        fmt::format("\"format\": \"{}\", \"split_questions\": {}, ", c.format, c.split_questions);
  }
  return fmt::format("{{\"version\": \"" SPANDROP_VERSION
                     "\", {}\"bad\": \"{}\", \"options\": {}}}",
                     format, c.file.skip_bad ? "skip" : "stop", to_json(c.drop));
}

// Augments the inputs of one job.
Summary drop_job(const DropCommand& c, const Job& job, const FileOptions& file) {
  if (c.format.empty()) return drop_files(job.inputs, job.output, c.drop, file);
  if (job.inputs.size() != 1) {
    throw std::invalid_argument("files of data sets cannot be joined; name a directory/ for them");
  }
  return drop_dataset(job.inputs.front(), job.output, dataset_format(c.format),
                      {c.drop, c.split_questions}, file);
}

void run(DropCommand& c) {
  complete(c);
  Summary summary;
  const RunResult result = run_files(
      c, remembered_options(c),
      [&](const Job& job, const FileOptions& file) { summary += drop_job(c, job, file); });
  if (!c.quiet) print_summary(summary, result.seconds, c.drop.mask.has_value(), result.finished);
  write_summary(c, to_json(summary, result.seconds));
}

}  // namespace

void add_drop_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("drop", "Augment a corpus: drop random spans of each record");
  std::shared_ptr<DropCommand> options = add_drop_options(*command);
  command->callback([options] { run(*options); });
}
