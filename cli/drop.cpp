#include "cli/drop.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/drop_command.h"
#include "cli/drop_report.h"
#include "cli/jobs.h"
#include "cli/progress_bar.h"
#include "spandrop/io/output_file.h"
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
  for (std::size_t i = 0; i < jobs.to_do.size(); ++i) {
    const Job& job = jobs.to_do[i];
    FileOptions file = c.file;
    if (file.skip_bad) file.bad_file = bad_file_of(c, job);
    if (jobs.to_do.size() > 1)
      bar.set_label(fmt::format("file {} of {}", i + 1, jobs.to_do.size()));
    file.on_progress = [&](const Progress& progress) {
      bar.show(done + progress.done, progress.total ? std::optional(total) : std::nullopt);
    };
    summary += drop_job(c, job, file);
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
