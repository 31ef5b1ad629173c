#include "spandrop/io/record_reader.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "spandrop/io/line_reader.h"
#include "spandrop/io/read_marks.h"

namespace spandrop {
namespace {

// The turns of a chat. The system's turn and the last answer are what it is trained on.
void read_turns(const LineReader& line, json::value value, Record& record, std::string_view field) {
  std::string role;
  std::optional<std::size_t> last_answer;
  RawArray& turns = record.tokens;
  for (json::value element : line.elements(value, {.field = field})) {
    JsonPath path{.field = field, .item = turns.elements.size()};
    json::object object = line.object(element, path);
    path.member = "role";
    bool found = false;
    for (auto member : object) {
      if (member.unescaped_key() != path.member) continue;
      if (found) throw BadValue(path, "expected it once, got it twice");
      role = line.text(line.string(member.value(), path), path);
      found = true;
    }
    if (!found) throw BadValue(path, "expected a string, got none");
    if (role == "system") record.never_drop.push_back(turns.elements.size());
    if (role == "assistant") last_answer = turns.elements.size();
    object.reset();
    turns.elements.push_back(line.place(object.raw_json()));
  }
  if (last_answer) record.never_drop.push_back(*last_answer);
  std::ranges::sort(record.never_drop);
}

// The tokens that an array of 0 and 1 protects.
void read_never_drop(const LineReader& line, const RawArray& array, std::string_view field,
                     Record& record) {
  for (std::size_t i = 0; i < array.elements.size(); ++i) {
    const std::string_view raw = record.raw(array.elements[i]);
    if (raw != "0" && raw != "1") {
      throw BadValue({.field = field, .item = i},
                     "expected 0 or 1, got " + line.shown(array.elements[i]));
    }
    if (raw == "1") record.never_drop.push_back(i);
  }
}

// A list that is null is none.
bool is_there(json::value value) { return value.type() != json::json_type::null; }

}  // namespace

struct RecordReader::State {
  State(const Fields& the_fields, Unit the_unit) : fields(the_fields), unit(the_unit) {}

  void read(std::string_view line);
  void read_field(const LineReader& reader, std::string_view key, json::value value);
  void read_id(const LineReader& reader, json::value value);
  RawArray& add_parallel(const LineReader& reader, std::string_view key, json::value value);
  void finish(const LineReader& reader);
  bool was_read(std::string_view key) const {
    return std::find(keys_read.begin(), keys_read.end(), key) != keys_read.end();
  }

  const Fields& fields;
  Unit unit;
  json::parser parser;
  JsonText scratch;
  Record record;
  std::vector<std::string> keys_read;  // of the fields that are used
};

RecordReader::RecordReader(const Fields& fields, Unit unit) : state_(new State(fields, unit)) {
  Record& record = state_->record;
  record.annotations.name = fields.annotations;
  record.answers.name = fields.answers;
  record.protect.name = fields.protect;
  record.spans.name = fields.spans;
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
    throw BadValue({}, "expected one JSON object on the line, got more");
  }
  finish(reader);
}

void RecordReader::State::read_field(const LineReader& reader, std::string_view key,
                                     json::value value) {
  // Whether the field has this name; if so, it is the first of its name.
  const auto is = [&](const std::string& name) {
    if (name.empty() || key != name) return false;
    if (was_read(key)) throw BadValue({.field = key}, "expected it once, got it twice");
    keys_read.emplace_back(key);
    return true;
  };
  if (is(fields.view)) {
    throw BadValue({.field = key}, "expected no field of this name: the view's number gets it");
  } else if (is(fields.text)) {
    record.text_at = reader.string(value, {.field = fields.text});
    reader.read_text(record.text, record.text_at, {.field = fields.text});
  } else if (is(fields.tokens)) {
    record.is_text = false;
    if (fields.chat) {
      read_turns(reader, value, record, fields.tokens);
    } else {
      reader.read_array(record.tokens, value, {.field = fields.tokens});
    }
  } else if (is(fields.id)) {
    read_id(reader, value);
  } else if (is(fields.annotations)) {
    if (is_there(value)) read_annotations(reader, value, record.annotations);
  } else if (is(fields.answers)) {
    if (is_there(value)) read_answers(reader, value, unit, record.answers);
  } else if (is(fields.protect)) {
    if (is_there(value)) read_pairs(reader, value, record.protect);
  } else if (is(fields.spans)) {
    if (is_there(value)) read_pairs(reader, value, record.spans);
  } else if (is(fields.question)) {
    if (value.type() != json::json_type::string) return;  // only adaptive spans look at it
    record.question = reader.text(reader.string(value, {.field = fields.question}), {});
  } else if (is(fields.tags)) {
    record.tags = add_parallel(reader, fields.tags, value);
  } else if (is(fields.never_drop)) {
    read_never_drop(reader, add_parallel(reader, fields.never_drop, value), fields.never_drop,
                    record);
  } else {
    for (const Fields::Parallel& parallel : fields.parallel) {
      if (!is(parallel.name)) continue;
      add_parallel(reader, parallel.name, value);
      break;  // it may be named twice, by a schema and by the user
    }
  }
}

void RecordReader::State::read_id(const LineReader& reader, json::value value) {
  const json::json_type type = value.type();
  const JsonPath path{.field = fields.id};
  if (type == json::json_type::string) {
    const Range at = reader.string(value, path);
    reader.read_text(record.id_text, at, path);
    record.id = record.id_text.text();
    record.id_at = {at.begin - 1, at.end + 1};
  } else if (type == json::json_type::number) {
    const Range at = reader.any(value);
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
  const bool has_text = record.text_at.begin > 0;  // a place after its quote
  if (has_text && !record.is_text) {
    throw BadValue({}, "expected " + fields.text + " or " + fields.tokens +
                           ", got both; name the one that is not meant otherwise");
  }
  if (!has_text && record.is_text) {
    const std::string either = fields.text.empty() || fields.tokens.empty() ? "" : " or ";
    throw BadValue({}, "expected a field " + fields.text + either + fields.tokens + ", got none");
  }
  if (record.is_text) record.index.emplace(record.text.text(), unit);
  for (MarkList* list : {&record.annotations, &record.answers, &record.protect, &record.spans}) {
    locate_marks(*list, record.unit_index(), record.tokens.elements.size());
  }
  check_answers(reader, record);
  for (const Fields::Parallel& parallel : fields.parallel) {
    if (parallel.required && !was_read(parallel.name)) {
      throw BadValue({.field = parallel.name}, "expected an array beside the tokens, got none");
    }
  }
  if (!fields.tags.empty() && !record.tags) {
    throw BadValue({.field = fields.tags}, "expected an array beside the tokens, got none");
  }
  for (const auto& [name, array] : record.parallel) {
    if (record.is_text) throw BadValue({.field = name}, "expected tokens beside it, got a text");
    if (array.elements.size() != record.tokens.elements.size()) {
      throw BadValue({.field = name}, "expected an element for each of the " +
                                          std::to_string(record.tokens.elements.size()) +
                                          " tokens, got " + std::to_string(array.elements.size()));
    }
  }
}

}  // namespace spandrop
