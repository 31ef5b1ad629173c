#include "spandrop/io/records/record_reader.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "spandrop/io/records/line_reader.h"
#include "spandrop/io/records/read_labels.h"
#include "spandrop/io/records/read_turns.h"
#include "spandrop/io/records/tags.h"

namespace spandrop {
namespace {

// Reads an array of 0 and 1 that protects tokens.
void read_never_drop_mask(const LineReader& line, const RawArray& array, std::string_view field,
                          Record& record) {
  for (std::size_t i = 0; i < array.elements.size(); ++i) {
    const std::string_view raw = record.raw(array.elements[i]);
    if (raw != "0" && raw != "1") {
      throw BadValue({.field = field, .item = i},
                     "expected 0 or 1, got " + line.shown(array.elements[i]));
    }
    if (raw == "1") record.never_drop_tokens.push_back(i);
  }
}

bool is_null(json::value value) { return value.type() == json::json_type::null; }

}  // namespace

struct RecordReader::State {
  State(Fields the_fields, Unit the_unit)
      : fields(std::move(the_fields)),
        tag_names(fields.tag_names),
        unit(the_unit),
        cached_text(the_unit) {}

  void read(std::string_view line);
  void read_field(const LineReader& reader, std::string_view key, json::value value);
  void read_id(const LineReader& reader, json::value value);
  RawArray& add_parallel(const LineReader& reader, std::string_view key, json::value value);
  void finish(const LineReader& reader);
  bool was_read(std::string_view key) const {
    return std::find(keys_read.begin(), keys_read.end(), key) != keys_read.end();
  }

  Fields fields;
  TagNames tag_names;
  Unit unit;
  CachedText cached_text;
  json::parser parser;
  JsonText scratch;
  Record record;
  std::vector<std::string> keys_read;  // keys of the fields read so far
};

RecordReader::RecordReader(Fields the_fields, Unit unit)
    : state_(new State(std::move(the_fields), unit)) {
  const Fields& fields = state_->fields;
  Record& record = state_->record;
  record.annotations.name = fields.annotations;
  record.answers.name = fields.answers;
  record.never_drop.name = fields.never_drop;
  record.spans.name = fields.spans;
  record.tags_name = fields.tags;
}
RecordReader::~RecordReader() = default;

tl::expected<Record*, RecordError> RecordReader::read(std::string_view line) {
  State& state = *state_;
  state.record.start(line);
  state.keys_read.clear();
  const auto error = [&](std::string field, std::string reason) {
    return tl::make_unexpected(state.record.error(std::move(field), std::move(reason)));
  };
  try {
    state.read(line);
  } catch (BadValue& bad) {
    return error(std::move(bad.field), std::move(bad.reason));
  } catch (const simdjson::simdjson_error& bad) {
    return error("", std::string("expected a JSON object: ") + bad.what());
  }
  return &state.record;
}

bool RecordReader::has_read(std::string_view field) const { return state_->was_read(field); }

void RecordReader::State::read(std::string_view line) {
  const LineReader reader(line, scratch);
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  const std::string_view content =
      line.substr(line.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
  json::document document =
      parser.iterate(content.data(), content.size(), content.size() + simdjson::SIMDJSON_PADDING);
  if (document.type() != json::json_type::object) throw BadValue({}, "expected a JSON object");
  record.object_at = line.find('{') + 1;
  for (json::field field : document.get_object()) {
    read_field(reader, LineReader::key(field), field.value());
  }
  if (document.current_location().error() == simdjson::SUCCESS) {
    throw BadValue({}, "expected only one JSON object on the line, got more text");
  }
  finish(reader);
}

void RecordReader::State::read_field(const LineReader& reader, std::string_view key,
                                     json::value value) {
  // Whether the field has this name; if so, it is the first of its name.
  const auto is = [&](const std::string& name) {
    if (name.empty() || key != name) return false;
    if (was_read(key)) throw BadValue({.field = key}, "expected once, found twice");
    keys_read.emplace_back(key);
    return true;
  };
  if (is(fields.view)) {
    throw BadValue({.field = key},
                   "expected no field with this name, because the view's number is written to it");
  } else if (is(fields.text)) {
    record.text_at = reader.string(value, {.field = fields.text});
    reader.read_text(record.text, record.text_at, {.field = fields.text});
  } else if (is(fields.tokens)) {
    record.is_text = false;
    if (fields.chat) {
      read_turns(reader, value, fields.tokens, record);
    } else {
      reader.read_array(record.tokens, value, {.field = fields.tokens});
    }
  } else if (is(fields.id)) {
    read_id(reader, value);
  } else if (is(fields.annotations)) {
    if (!is_null(value)) read_annotations(reader, value, record.annotations);
  } else if (is(fields.answers)) {
    if (!is_null(value)) read_answers(reader, value, unit, record.answers);
  } else if (is(fields.never_drop)) {
    if (!is_null(value)) read_pairs(reader, value, record.never_drop);
  } else if (is(fields.spans)) {
    if (!is_null(value)) read_pairs(reader, value, record.spans);
  } else if (is(fields.question)) {
    if (value.type() != json::json_type::string) return;  // only adaptive spans use it
    record.question = reader.text(reader.string(value, {.field = fields.question}), {});
  } else if (is(fields.tags)) {
    record.tags_at = record.parallel.size();
    add_parallel(reader, fields.tags, value);
  } else if (is(fields.never_drop_mask)) {
    read_never_drop_mask(reader, add_parallel(reader, fields.never_drop_mask, value),
                         fields.never_drop_mask, record);
  } else {
    for (const Fields::Parallel& parallel : fields.parallel) {
      if (!is(parallel.name)) continue;
      add_parallel(reader, parallel.name, value);
      break;  // a schema and the user may both name it
    }
  }
}

void RecordReader::State::read_id(const LineReader& reader, json::value value) {
  const json::json_type type = value.type();
  const JsonPath path{.field = fields.id};
  if (type == json::json_type::string) {
    const Place at = reader.string(value, path);
    reader.read_text(record.id_text, at, path);
    record.id = record.id_text.text();
    record.id_at = {at.begin - 1, at.end + 1};
  } else if (type == json::json_type::number) {
    const Place at = reader.any(value);
    if (!is_json_number(record.raw(at))) {
      throw BadValue(path, "expected a string or a number, got " + shortened(record.raw(at)));
    }
    record.id = record.raw(at);
    record.id_at = at;
  } else if (type != json::json_type::null) {
    throw BadValue(path, "expected a string or a number");
  }
}

RawArray& RecordReader::State::add_parallel(const LineReader& reader, std::string_view key,
                                            json::value value) {
  auto& [name, array] = record.parallel.emplace_back();
  name = key;
  reader.read_array(array, value, {.field = name});
  return array;
}

void RecordReader::State::finish(const LineReader& reader) {
  const bool has_text = record.text_at.begin > 0;  // a text starts after a quote, so never at 0
  if (has_text && !record.is_text) {
    throw BadValue({}, "expected " + fields.text + " or " + fields.tokens +
                           ", got both; rename one of the two");
  }
  if (!has_text && record.is_text) {
    const std::string either = fields.text.empty() || fields.tokens.empty() ? "" : "` or `";
    throw BadValue({}, "missing field `" + fields.text + either + fields.tokens + "`");
  }
  if (record.is_text) {
    cached_text.read(record.text.text());
    record.cached_text = &cached_text;
  }
  if (!record.is_text && !record.answers.labels.empty()) {
    throw BadValue({.field = fields.answers}, "expected a record with a text, got tokens");
  }
  for (LabelList* list :
       {&record.annotations, &record.answers, &record.never_drop, &record.spans}) {
    locate_labels(record, *list);
  }
  check_answers(reader, record);
  check_own_texts(reader, record);
  for (const Fields::Parallel& parallel : fields.parallel) {
    if (parallel.required && !was_read(parallel.name)) {
      throw BadValue({.field = parallel.name}, "missing required array with one element per token");
    }
  }
  if (!fields.tags.empty() && !record.tags_at) {
    throw BadValue({.field = fields.tags},
                   "missing required array with one tag per token; name yours with --tags-field");
  }
  for (const auto& [name, array] : record.parallel) {
    if (record.is_text) throw BadValue({.field = name}, "expected a record of tokens, got a text");
    if (array.elements.size() != record.tokens.elements.size()) {
      throw BadValue({.field = name}, "expected one element for each of the " +
                                          std::to_string(record.tokens.elements.size()) +
                                          " tokens, got " + std::to_string(array.elements.size()));
    }
  }
  if (record.tags_at) read_tags(reader, tag_names, record);
}

}  // namespace spandrop
