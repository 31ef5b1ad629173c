#include <CLI/CLI.hpp>
#include <memory>
#include <stdexcept>
#include <string>

#include "cli/commands.h"
#include "cli/drop_options.h"
#include "cli/drop_report.h"
#include "spandrop/base/json_writer.h"
#include "spandrop/io/records/drop_file.h"
#include "spandrop/tasks/drop_dataset.h"
#include "spandrop/version.h"

namespace {

using namespace spandrop;

// Everything that the content of an output depends on, as one line of JSON.
std::string remembered_options(const DropCommand& c) {
  std::string line;
  JsonWriter json(line);
  json.begin_object().field("version", SPANDROP_VERSION);
  if (!c.format.empty()) {
    json.field("format", c.format).field("split_questions", c.split_questions);
  }
  json.field("bad", c.file.skip_bad ? "skip" : "stop").key("options").raw(to_json(c.drop));
  json.end_object();
  return line;
}

Summary drop_task(const DropCommand& c, const FileTask& task, const FileOptions& file) {
  if (c.format.empty()) return drop_files(task.inputs, task.output, c.drop, file);
  if (task.inputs.size() != 1) {
    throw std::invalid_argument(
        "--format reads one official file per output, and several cannot be joined; write to a "
        "directory, as in -o DIR/");
  }
  return drop_dataset(task.inputs.front(), task.output, dataset_format(c.format),
                      {c.drop, c.split_questions}, file);
}

void run(DropCommand& c) {
  complete(c);
  Summary summary;
  const RunResult result = run_files(
      c, remembered_options(c),
      [&](const FileTask& task, const FileOptions& file) { summary += drop_task(c, task, file); });
  if (!c.quiet) print_summary(summary, result, c.drop.mask.has_value());
  write_summary(c, to_json(summary, result.seconds));
}

}  // namespace

void add_drop_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("drop", "Augment a corpus by dropping random spans from each record");
  std::shared_ptr<DropCommand> options = add_drop_options(*command);
  command->callback([options] { run(*options); });
}
