#include "spandrop/io/drop_record.h"

#include <simdjson.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "spandrop/core/keep_mask.h"
#include "spandrop/io/draw_view.h"
#include "spandrop/io/label_edits.h"
#include "spandrop/io/protection.h"
#include "spandrop/io/record_reader.h"
#include "spandrop/io/sequence_edits.h"
#include "spandrop/io/tags.h"

namespace spandrop {
namespace {

// What ends a view: the end of its line. Where the last line of a file has none, views are lines of
// their own all the same.
std::string_view end_of_view(std::string_view line_end, std::uint64_t view,
                             const DropOptions& options) {
  const bool is_last = view + 1 == options.view + options.views;
  return line_end.empty() && !is_last ? "\n" : line_end;
}

// The ranges that the record protects.
std::vector<Range> protected_ranges(const Record& record) {
  std::vector<Range> ranges = elements_of(record.protect);
  for (const std::size_t token : record.never_drop) ranges.push_back({token, token + 1});
  return ranges;
}

// What is wrong with the mask for this record.
std::optional<RecordError> mask_problem(const Record& record, const DropOptions& options) {
  if (!options.mask) return std::nullopt;
  const auto problem = [&](const std::string& expected) {
    return record.error("", "expected " + expected + ", got " + *options.mask);
  };
  if (record.is_text) {
    if (!masks_characters(options)) return problem(kMaskOfTexts);
    return std::nullopt;
  }
  const bool may_be_text = record.tokens.elements.empty() || has_string_tokens(record);
  if (!may_be_text && !is_json_number(*options.mask)) {
    return problem("a number to mask tokens that are numbers");
  }
  return std::nullopt;
}

}  // namespace

struct RecordDropper::State {
  explicit State(const DropOptions& the_options)
      : options(the_options), reader(the_options.fields, the_options.unit) {}

  const DropOptions& options;
  RecordReader reader;
  std::vector<Edit> edits;

  tl::expected<void, RecordError> drop_text(std::string_view line, std::string_view line_end,
                                            std::string& out, Summary& summary);
  tl::expected<void, RecordError> drop_json(std::string_view line, std::string_view line_end,
                                            std::string& out, Summary& summary);
  tl::expected<Spans, RecordError> spans_of(const Record& record) const;
  tl::expected<Spans, RecordError> or_error(std::string_view id,
                                            const std::function<Spans()>& cut) const;
};

RecordDropper::RecordDropper(const DropOptions& options) : state_(new State(options)) {
  check_drop_options(options);
}
RecordDropper::~RecordDropper() = default;

tl::expected<void, RecordError> RecordDropper::drop(std::string_view line,
                                                    std::string_view line_end, std::string& out,
                                                    Summary& summary) {
  if (is_blank(line)) {
    out.append(line).append(line_end);
    return {};
  }
  const std::size_t out_size = out.size();
  Summary counted;
  const auto dropped = state_->options.plain_text ? state_->drop_text(line, line_end, out, counted)
                                                  : state_->drop_json(line, line_end, out, counted);
  if (!dropped) {
    out.resize(out_size);
    return dropped;
  }
  ++counted.records;
  summary += counted;
  return {};
}

tl::expected<void, RecordError> RecordDropper::State::drop_text(std::string_view line,
                                                                std::string_view line_end,
                                                                std::string& out,
                                                                Summary& summary) {
  if (!simdjson::validate_utf8(line.data(), line.size())) {
    return tl::make_unexpected(RecordError{"", "", "expected UTF-8"});
  }
  const tl::expected<Spans, RecordError> found =
      or_error("", [&] { return options.spans.of_text(line); });
  if (!found) return tl::make_unexpected(found.error());
  const Spans& spans = *found;
  const ExampleId id = content_id(line);
  const KeepMask none(spans.size());
  for (std::uint64_t view = options.view; view < options.view + options.views; ++view) {
    const KeepMask mask = draw_view(options, id, view, spans.size(), none, std::nullopt, summary);
    const Remap remap(spans, mask, options.ablation());
    for (const Piece& piece : remap.pieces()) {
      if (piece.kept) {
        out += line.substr(piece.old.begin, piece.old.size());
      } else {
        append_mask(out, options, piece, line, false);
      }
    }
    out += end_of_view(line_end, view, options);
    summary.became_empty += remap.new_length() == 0;
    count_view(mask, summary);
  }
  return {};
}

tl::expected<Spans, RecordError> RecordDropper::State::spans_of(const Record& record) const {
  return or_error(record.id.value_or(""), [&] {
    if (options.spans.kind() == SpanRule::Kind::field) {
      if (!record.spans.present) throw std::invalid_argument("expected spans, got none");
      return Spans(record.length(), elements_of(record.spans));
    }
    return record.is_text ? options.spans.of_text(record.text.text(), record.question)
                          : options.spans.of_tokens(record.tokens.elements.size());
  });
}

// What a rule throws for this sequence is an error of the record.
tl::expected<Spans, RecordError> RecordDropper::State::or_error(
    std::string_view id, const std::function<Spans()>& cut) const {
  try {
    return cut();
  } catch (const std::exception& error) {
    return tl::make_unexpected(RecordError{std::string(id), options.fields.spans, error.what()});
  }
}

tl::expected<void, RecordError> RecordDropper::State::drop_json(std::string_view line,
                                                                std::string_view line_end,
                                                                std::string& out,
                                                                Summary& summary) {
  const tl::expected<Record*, RecordError> read = reader.read(line);
  if (!read) return tl::make_unexpected(read.error());
  const Record& record = **read;
  if (auto problem = mask_problem(record, options)) return tl::make_unexpected(std::move(*problem));
  const tl::expected<Spans, RecordError> spans = spans_of(record);
  if (!spans) return tl::make_unexpected(spans.error());

  const std::vector<Range> entities = entities_in(record);
  const std::vector<Range> labels = labels_of(record, entities);
  const KeepMask never_drop =
      protected_spans(*spans, protected_ranges(record), labels, options.protect);
  std::optional<LabelKeeper> keeps_labels;
  if (options.on_lost == OnLost::reject) keeps_labels.emplace(*spans, labels, options.ablation());
  const ExampleId id = record.example_id();

  for (std::uint64_t view = options.view; view < options.view + options.views; ++view) {
    const KeepMask mask =
        draw_view(options, id, view, spans->size(), never_drop, keeps_labels, summary);
    edits.clear();
    if (mask.all()) {
      summary.fates[static_cast<std::size_t>(Fate::kept)] += labels.size();
    } else {
      const Remap remap(*spans, mask, options.ablation());
      edit_sequence(record, remap, options, edits);
      if (auto error = edit_labels(record, entities, remap, options, edits, summary)) {
        return tl::make_unexpected(std::move(*error));
      }
      summary.became_empty += remap.new_length() == 0;
    }
    if (!options.fields.view.empty()) {
      Edit edit{{record.object_at, record.object_at}, "\""};
      append_escaped(edit.with, options.fields.view);
      edit.with += "\": " + std::to_string(view) + ", ";
      edits.push_back(std::move(edit));
    }
    append_spliced(out, line, edits);
    out += end_of_view(line_end, view, options);
    count_view(mask, summary);
  }
  return {};
}

}  // namespace spandrop
