#include "cli/drop.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/drop_command.h"
#include "cli/drop_report.h"

namespace {

using namespace spandrop;

// All that the content of an output depends on, as one line of JSON.
std::string remembered_options(const DropCommand& c) {
  return fmt::format("{{\"version\": \"" SPANDROP_VERSION "\", \"bad\": \"{}\", \"options\": {}}}",
                     c.file.skip_bad ? "skip" : "stop", to_json(c.drop));
}

void run(DropCommand& c) {
  complete(c);
  Summary summary;
  const RunResult result =
      run_files(c, remembered_options(c), [&](const Job& job, const FileOptions& file) {
        summary += drop_files(job.inputs, job.output, c.drop, file);
      });
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
