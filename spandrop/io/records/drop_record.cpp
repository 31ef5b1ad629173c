#include "spandrop/io/records/drop_record.h"

#include <simdjson.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "spandrop/base/json_writer.h"
#include "spandrop/drop/sequence_dropper.h"
#include "spandrop/io/records/label_edits.h"
#include "spandrop/io/records/other_format.h"
#include "spandrop/io/records/record_reader.h"
#include "spandrop/io/records/sequence_edits.h"
#include "spandrop/io/records/tags.h"

namespace spandrop {
namespace {

// The line end after a view. If the last line of a file has none, or only a carriage return, its
// views are still separate lines.
std::string_view end_of_view(std::string_view line_end, std::uint64_t view,
                             const DropOptions& options) {
  const bool is_last = view + 1 == options.view + options.views;
  return line_end.ends_with('\n') || is_last ? line_end : "\n";
}

// The elements that the record protects.
std::vector<Range> never_drop_in(const Record& record) {
  std::vector<Range> ranges = elements_of(record.never_drop.labels);
  for (const std::size_t token : record.never_drop_tokens) ranges.push_back({token, token + 1});
  return ranges;
}

// What is wrong with the mask for the tokens of this record, if anything.
std::optional<std::string> mask_problem_of_tokens(const Record& record,
                                                  const DropOptions& options) {
  if (!options.mask || record.is_text) return std::nullopt;
  const bool may_be_text = record.tokens.elements.empty() || has_string_tokens(record);
  if (may_be_text || is_json_number(*options.mask)) return std::nullopt;
  return "expected a number to mask tokens that are numbers, got " + *options.mask;
}

}  // namespace

struct RecordDropper::State {
  explicit State(RecordOptions the_options)
      : options(std::move(the_options)),
        dropper(static_cast<const DropOptions&>(options)),
        reader(options.fields, options.unit),
        text(options.unit) {
    check(options);
    for (const RecordOptions::NamedField& field : options.named_fields) {
      unseen.push_back(field.name);
    }
  }

  const RecordOptions options;
  SequenceDropper dropper;
  RecordReader reader;
  CachedText text;  // for plain text
  std::vector<Edit> edits;
  std::vector<std::string> unseen;  // named fields that no record had so far

  void see_fields();
  tl::expected<void, RecordError> drop_text(std::string_view line, std::string_view line_end,
                                            std::string& out, Summary& summary,
                                            const WritePart& write_part);
  tl::expected<void, RecordError> drop_json(std::string_view line, std::string_view line_end,
                                            std::string& out, Summary& summary,
                                            const WritePart& write_part);
  // Whether the views so far are written before the next one is made.
  bool is_part(const std::string& out, std::uint64_t view, const WritePart& write_part) const {
    return out.size() >= kPartSize && write_part && view + 1 < options.view + options.views;
  }
  tl::expected<void, RecordError> check_views(const Record& record,
                                              const std::vector<Range>& entities,
                                              std::uint64_t first);
  tl::expected<void, RecordError> prepare(const Sequence& sequence, std::string_view id);
  tl::expected<void, RecordError> edit(const Record& record, const std::vector<Range>& entities,
                                       const View& view, Summary& summary);
};

RecordDropper::RecordDropper(RecordOptions options) : state_(new State(std::move(options))) {}
RecordDropper::~RecordDropper() = default;

tl::expected<void, RecordError> RecordDropper::drop(std::string_view line,
                                                    std::string_view line_end, std::string& out,
                                                    Summary& summary, const WritePart& write_part) {
  if (is_blank(line)) {
    out.append(line).append(line_end);
    return {};
  }
  const std::size_t out_size = out.size();
  Summary counted;
  auto dropped = state_->options.plain_text
                     ? state_->drop_text(line, line_end, out, counted, write_part)
                     : state_->drop_json(line, line_end, out, counted, write_part);
  if (!dropped) {
    out.resize(out_size);
    return dropped;
  }
  ++counted.records;
  summary += counted;
  return {};
}

bool RecordDropper::has_seen(const std::string& field) const {
  return std::ranges::find(state_->unseen, field) == state_->unseen.end();
}

void RecordDropper::State::see_fields() {
  std::erase_if(unseen, [&](const std::string& field) { return reader.has_read(field); });
}

tl::expected<void, RecordError> RecordDropper::State::prepare(const Sequence& sequence,
                                                              std::string_view id) {
  auto done = dropper.prepare(sequence);
  if (done) return {};
  auto& [is_in_spans, reason] = done.error();
  return tl::make_unexpected(
      RecordError{std::string(id), is_in_spans ? options.fields.spans : "", std::move(reason), {}});
}

tl::expected<void, RecordError> RecordDropper::State::drop_text(std::string_view line,
                                                                std::string_view line_end,
                                                                std::string& out, Summary& summary,
                                                                const WritePart& write_part) {
  if (!simdjson::validate_utf8(line.data(), line.size())) {
    return tl::make_unexpected(RecordError{"", "", "expected UTF-8", {}});
  }
  text.read(line);
  Sequence sequence;
  sequence.text = &text;
  sequence.id = content_id(line);
  if (auto done = prepare(sequence, ""); !done) return done;
  for (std::uint64_t number = options.view; number < options.view + options.views; ++number) {
    const View& view = dropper.draw(number, summary);
    view.append_text(line, out);
    out += end_of_view(line_end, number, options);
    count_view(view.keep(), view.is_empty(), summary);
    if (is_part(out, number, write_part)) write_part(out);
  }
  return {};
}

tl::expected<void, RecordError> RecordDropper::State::drop_json(std::string_view line,
                                                                std::string_view line_end,
                                                                std::string& out, Summary& summary,
                                                                const WritePart& write_part) {
  tl::expected<Record*, RecordError> found = reader.read(line);
  if (!found) {
    // Without a field, the line is no record, or it lacks what every record must have.
    if (found.error().field.empty()) found.error().hint = hint_at_format(line);
    return tl::make_unexpected(std::move(found.error()));
  }
  const Record& record = **found;
  if (!unseen.empty()) see_fields();
  if (auto problem = mask_problem_of_tokens(record, options)) {
    return tl::make_unexpected(record.error("", std::move(*problem)));
  }
  const std::vector<Range> entities = entities_in(record);
  Sequence sequence;
  sequence.text = record.cached_text;
  sequence.length = record.tokens.elements.size();
  sequence.id = record.example_id();
  sequence.question = record.question;
  sequence.labels = labels_of(record, entities);
  sequence.never_drop = never_drop_in(record);
  if (record.spans.present) sequence.spans = elements_of(record.spans.labels);
  sequence.groups = record.groups;
  if (auto done = prepare(sequence, record.id.value_or("")); !done) return done;

  bool can_fail = options.on_lost == OnLost::error;
  for (std::uint64_t number = options.view; number < options.view + options.views; ++number) {
    const View& view = dropper.draw(number, summary);
    edits.clear();
    if (view.is_whole()) {
      summary.fates[static_cast<std::size_t>(Fate::kept)] += sequence.labels.size();
    } else if (auto done = edit(record, entities, view, summary); !done) {
      return done;
    }
    if (!options.fields.view.empty()) {
      edits.push_back({{record.object_at, record.object_at},
                       json_string(options.fields.view) + ": " + std::to_string(number) + ", "});
    }
    append_spliced(out, line, edits);
    out += end_of_view(line_end, number, options);
    count_view(view.keep(), view.is_empty(), summary);
    if (!is_part(out, number, write_part)) continue;
    if (can_fail) {  // what is written cannot be taken back
      if (auto done = check_views(record, entities, number + 1); !done) return done;
      can_fail = false;
    }
    write_part(out);
  }
  return {};
}

// Makes the views from this one on, only to find errors.
tl::expected<void, RecordError> RecordDropper::State::check_views(
    const Record& record, const std::vector<Range>& entities, std::uint64_t first) {
  Summary ignored;
  for (std::uint64_t number = first; number < options.view + options.views; ++number) {
    const View& view = dropper.draw(number, ignored);
    edits.clear();
    if (view.is_whole()) continue;
    if (auto done = edit(record, entities, view, ignored); !done) return done;
  }
  return {};
}

// Adds the edits that make a view of a record.
tl::expected<void, RecordError> RecordDropper::State::edit(const Record& record,
                                                           const std::vector<Range>& entities,
                                                           const View& view, Summary& summary) {
  edit_sequence(record, view.elements(), options, edits);
  if (auto error = edit_labels(record, entities, view, options, edits, summary)) {
    return tl::make_unexpected(std::move(*error));
  }
  return {};
}

}  // namespace spandrop
