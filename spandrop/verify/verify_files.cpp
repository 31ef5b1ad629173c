#include "spandrop/verify/verify_files.h"

#include <stdexcept>
#include <string>
#include <utility>

#include "spandrop/verify/dataset_checks.h"
#include "spandrop/verify/verify_lines.h"

namespace spandrop {
namespace {

// Lines of a file, or of content in memory.
struct OpenLines {
  explicit OpenLines(const FileSource& file)
      : memory(file.content ? std::optional(PaddedFile::of(*file.content)) : std::nullopt),
        source(memory ? LineSource(file.name, memory->text()) : LineSource(file.name)) {}

  std::optional<PaddedFile> memory;
  LineSource source;
};

// Reads both official files and compares them. A part of the augmented file that cannot be read is
// a problem of that file; the original must be right.
template <class Read, class Compare>
VerifyReport verify_dataset(const FileSource& before, const FileSource& after,
                            const VerifyOptions& options, Read read, Compare compare) {
  const PaddedFile old_file = before.open(), new_file = after.open();
  const auto old_data = read(old_file.text(), ReadOptions{.skip_bad = options.skip_bad});
  if (!old_data) throw BadDatasetError(before.name, old_data.error());
  DatasetCheck check(before.name, after.name, options);
  const auto new_data = read(new_file.text(), ReadOptions{.skip_bad = true});
  if (new_data) {
    check.add_skipped(new_data->skipped);
    compare(old_file.text(), new_file.text(), *old_data, *new_data, check);
  } else {
    check.add("", new_data.error().path, new_data.error().reason);
  }
  VerifyReport report = std::move(check.problems.report);
  report.counts.bad = old_data->skipped.size();
  report.counts.bytes_read = old_file.text().size() + new_file.text().size();
  return report;
}

void check_format(DatasetFormat format, const VerifyOptions& options) {
  const auto refuse = [](const char* what) {
    throw std::invalid_argument(std::string("[verify] expected ") + what);
  };
  const SpanRule::Kind kind = options.spans.kind();
  const bool is_squad = format == DatasetFormat::squad;
  if (options.mask) refuse("no mask, because official files have none");
  if (options.split_questions && !is_squad && format != DatasetFormat::multirc) {
    refuse("split questions only for squad and multirc");
  }
  if (!is_squad && (options.any_spans || kind != SpanRule::Kind::automatic)) {
    refuse("no span rule, because the spans of this format are its sentences");
  }
  if (kind == SpanRule::Kind::field) refuse("a span rule for texts, got field");
  if (kind == SpanRule::Kind::adaptive && !options.split_questions) {
    refuse("split questions for adaptive spans, which depend on the question");
  }
}

}  // namespace

VerifyReport verify_files(const FileSource& before, const FileSource& after,
                          std::optional<DatasetFormat> format, const VerifyOptions& options) {
  check(options);
  if (format) {
    check_format(*format, options);
    switch (*format) {
      case DatasetFormat::squad:
        return verify_dataset(before, after, options, squad::read, check_squad);
      case DatasetFormat::hotpotqa:
        return verify_dataset(before, after, options, hotpotqa::read, check_hotpotqa);
      case DatasetFormat::multirc:
        return verify_dataset(before, after, options, multirc::read, check_multirc);
      case DatasetFormat::docred:
        return verify_dataset(before, after, options, docred::read, check_docred);
    }
  }
  OpenLines old_lines(before), new_lines(after);
  return verify_lines(old_lines.source, new_lines.source, options);
}

}  // namespace spandrop
