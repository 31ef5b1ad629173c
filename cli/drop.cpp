#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "cli/commands.h"
#include "cli/drop_command.h"
#include "cli/number_text.h"
#include "cli/summary_rows.h"
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
  json.field("bad", c.file.skip_bad ? "skip" : "stop");
  // A run that stops at a longer record has made no output that depends on this.
  if (c.file.skip_bad && c.file.max_record_bytes != FileOptions{}.max_record_bytes)
    json.field("max_record_bytes", c.file.max_record_bytes);
  json.key("options").raw(to_json(c.options));
  json.end_object();
  return line;
}

Summary drop_output(const DropCommand& c, const PlannedOutput& planned, const FileOptions& file) {
  if (c.format.empty()) return drop_files(planned.inputs, planned.output, c.options, file);
  if (planned.inputs.size() != 1) {
    throw std::invalid_argument(
        "--format reads one official file per output, and several cannot be joined; write to a "
        "directory, as in -o DIR/");
  }
  return drop_dataset(planned.inputs.front(), planned.output, dataset_format(c.format),
                      {c.options, c.split_questions}, file);
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

// Prints the summary to standard error. `masked`: spans were masked, not removed.
void print_summary(const Summary& s, const RunResult& result, bool masked) {
  print_records(s.records, s.bad);
  if (s.written != s.records) print_row("views", thousands(s.written));
  print_row(masked ? "spans masked" : "spans dropped",
            fmt::format("{} of {} ({:.1f} %)", thousands(s.spans_dropped), thousands(s.spans),
                        percent(s.spans_dropped, s.spans)));
  if (s.fates[0] + s.fates[1] + s.fates[2] + s.fates[3] > 0) {
    std::string fates;
    for (const Fate fate : {Fate::kept, Fate::shifted, Fate::cut, Fate::gone}) {
      fates += fmt::format("{}{} {}", fates.empty() ? "" : ", ", name_of(fate),
                           thousands(s.fates[static_cast<std::size_t>(fate)]));
    }
    if (s.annotations_removed > 0) fates += ", removed " + thousands(s.annotations_removed);
    print_row("annotations", fates);
  }
  if (s.became_empty > 0) print_row("became empty", thousands(s.became_empty));
  if (s.draws_rejected > 0) {
    print_row("draws rejected", fmt::format("{} ({} left whole)", thousands(s.draws_rejected),
                                            count_of(s.left_whole, "view")));
  }
  print_run(result, s.bytes_read);
}

void run(DropCommand& c) {
  complete(c);
  Summary summary;
  const RunResult result = run_files(c, remembered_options(c),
                                     [&](const PlannedOutput& planned, const FileOptions& file) {
                                       summary += drop_output(c, planned, file);
                                       // They exist; other files may do without.
                                       if (summary.records > 0) c.options.named_fields.clear();
                                     });
  if (!c.quiet) print_summary(summary, result, c.options.mask.has_value());
  write_summary(c, to_json(summary, result.seconds));
}

}  // namespace

void add_drop_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("drop", "Augment a corpus by dropping random spans from each record");
  std::shared_ptr<DropCommand> options = add_drop_options(*command);
  command->callback([options] { run(*options); });
}
