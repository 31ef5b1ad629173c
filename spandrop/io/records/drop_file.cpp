#include "spandrop/io/records/drop_file.h"

#include <algorithm>
#include <deque>
#include <stdexcept>

#include "spandrop/io/records/drop_record.h"

namespace spandrop {
namespace {

// One per thread.
struct Worker {
  explicit Worker(const RecordOptions& options) : dropper(options) {}
  RecordDropper dropper;
  Summary summary;
};

// Throws if no record has a field that the user named.
void check_named_fields(const RecordOptions& options, const std::deque<Worker>& workers,
                        const std::string& output) {
  if (std::ranges::all_of(workers, [](const Worker& w) { return w.summary.records == 0; })) return;
  for (const auto& [name, option] : options.named_fields) {
    const auto has_seen = [&](const Worker& worker) { return worker.dropper.has_seen(name); };
    if (std::ranges::any_of(workers, has_seen)) continue;
    throw std::runtime_error("no record has the field `" + name + "`, which " + option +
                             " names; " + output + " was not written");
  }
}

}  // namespace

Summary drop_files(const std::vector<std::string>& inputs, const std::string& output,
                   const RecordOptions& options, const FileOptions& file_options) {
  std::deque<Worker> workers;  // a deque, because workers must not move
  std::vector<RewriteLine> rewrite;
  for (std::size_t i = 0; i < file_options.threads; ++i) {
    Worker& worker = workers.emplace_back(options);
    rewrite.push_back([&worker](std::string_view line, std::string_view line_end, std::string& out,
                                const WritePart& write_part) {
      return worker.dropper.drop(line, line_end, out, worker.summary, write_part);
    });
  }
  FileOptions with_views = file_options;
  with_views.expansion = options.views;
  with_views.before_commit = [&] { check_named_fields(options, workers, output); };
  const RewriteCounts counts = rewrite_files(inputs, output, rewrite, with_views);
  Summary summary;
  for (const Worker& worker : workers) summary += worker.summary;
  summary.bad = counts.bad;
  summary.bytes_read = counts.bytes_read;
  summary.bytes_written = counts.bytes_written;
  return summary;
}

}  // namespace spandrop
