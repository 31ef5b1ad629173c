#include "spandrop/io/record_reader.h"

#include <simdjson.h>

#include <string>
#include <utility>

namespace spandrop {
namespace {

namespace json = simdjson::ondemand;

// Leaves read() from any depth.
struct Bad {
  std::string field;
  std::string reason;
};

std::string item(std::string_view field, std::size_t i) {
  return std::string(field) + "[" + std::to_string(i) + "]";
}

// Reads the values of one line, and tells where they stand in it.
class LineReader {
 public:
  LineReader(std::string_view line, JsonText& scratch) : line_(line), scratch_(scratch) {}

  // The place of raw JSON in the line, without the white space behind it.
  Range place(std::string_view raw) const {
    while (!raw.empty() &&
           (raw.back() == ' ' || raw.back() == '\t' || raw.back() == '\r' || raw.back() == '\n')) {
      raw.remove_suffix(1);
    }
    const auto begin = static_cast<std::size_t>(raw.data() - line_.data());
    return {begin, begin + raw.size()};
  }

  // The place of any value; passes over it.
  Range any(json::value value) const {
    const json::json_type type = value.type();
    if (type == json::json_type::array || type == json::json_type::object) {
      return place(simdjson::to_json_string(value));
    }
    return place(value.raw_json_token());
  }

  // The place of a string, between its quotes.
  Range string(json::value value, std::string_view field) const {
    if (value.type() != json::json_type::string) throw Bad{std::string(field), "expected a string"};
    const Range at = place(value.raw_json_token());
    return {at.begin + 1, at.end - 1};
  }

  // The text that a string means.
  std::string_view text(Range at, std::string_view field) const {
    read_text(scratch_, at, field);
    return scratch_.text();
  }
  void read_text(JsonText& text, Range at, std::string_view field) const {
    if (!text.read(line_.substr(at.begin, at.size()))) {
      throw Bad{std::string(field), "expected a string, got an escape that JSON does not have"};
    }
  }

  // A whole number from 0, and its place.
  std::pair<std::size_t, Range> number(json::value value, const std::string& field) const {
    const Range at = place(value.raw_json_token());
    std::uint64_t number = 0;
    if (value.get_uint64().get(number) != simdjson::SUCCESS) {
      throw Bad{field, "expected a whole number from 0, got " + shortened(at)};
    }
    return {number, at};
  }

  // The elements of an array.
  RawArray array(json::value value, std::string_view field) const {
    RawArray array;
    for (json::value element : elements(value, field)) array.elements.push_back(any(element));
    return array;
  }
  json::array elements(json::value value, std::string_view field) const {
    if (value.type() != json::json_type::array) throw Bad{std::string(field), "expected an array"};
    return value.get_array();
  }

  std::string shortened(Range at) const {
    return std::string(line_.substr(at.begin, std::min<std::size_t>(at.size(), 40)));
  }

 private:
  std::string_view line_;
  JsonText& scratch_;
};

// [{"begin": b, "end": e, ...}, ...]
void read_annotations(const LineReader& line, json::value value, MarkList& list) {
  RawArray array;
  for (json::value element : line.elements(value, list.name)) {
    const std::string name = item(list.name, list.marks.size());
    if (element.type() != json::json_type::object) throw Bad{name, "expected an object"};
    Mark mark;
    json::object object = element.get_object();
    for (auto field : object) {
      const std::string_view key = field.unescaped_key();
      if (key != "begin" && key != "end") continue;
      Range& at = key == "begin" ? mark.begin_at : mark.end_at;
      if (!at.empty()) throw Bad{name + "." + std::string(key), "expected it once, got it twice"};
      const auto [number, place] = line.number(field.value(), name + "." + std::string(key));
      (key == "begin" ? mark.range.begin : mark.range.end) = number;
      at = place;
    }
    if (mark.begin_at.empty()) throw Bad{name + ".begin", "expected a number, got none"};
    if (mark.end_at.empty()) throw Bad{name + ".end", "expected a number, got none"};
    object.reset();
    array.elements.push_back(line.place(object.raw_json()));
    list.marks.push_back(mark);
  }
  list.arrays.push_back(std::move(array));
}

// [[b, e], ...]
void read_pairs(const LineReader& line, json::value value, MarkList& list) {
  RawArray array;
  for (json::value element : line.elements(value, list.name)) {
    const std::string name = item(list.name, list.marks.size());
    Mark mark;
    std::size_t count = 0;
    json::array pair = line.elements(element, name);
    for (json::value entry : pair) {
      if (count == 2) throw Bad{name, "expected [begin, end], got more numbers"};
      const auto [number, place] = line.number(entry, item(name, count));
      (count == 0 ? mark.range.begin : mark.range.end) = number;
      (count == 0 ? mark.begin_at : mark.end_at) = place;
      ++count;
    }
    if (count < 2) throw Bad{name, "expected [begin, end], got fewer numbers"};
    pair.reset();
    array.elements.push_back(line.place(pair.raw_json()));
    list.marks.push_back(mark);
  }
  list.arrays.push_back(std::move(array));
}

// {"text": [...], "answer_start": [...]}: the end of an answer is known when its text is.
void read_answers(const LineReader& line, json::value value, Unit unit, MarkList& list) {
  if (value.type() != json::json_type::object) throw Bad{list.name, "expected an object"};
  std::optional<RawArray> texts, starts;
  std::vector<Mark> marks;
  const auto mark = [&](std::size_t i) -> Mark& {
    if (marks.size() <= i) marks.resize(i + 1);
    return marks[i];
  };
  std::vector<std::size_t> lengths;
  for (auto field : value.get_object()) {
    const std::string_view key = field.unescaped_key();
    if (key != "text" && key != "answer_start") continue;
    const std::string name = list.name + "." + std::string(key);
    std::optional<RawArray>& array = key == "text" ? texts : starts;
    if (array) throw Bad{name, "expected it once, got it twice"};
    array.emplace();
    const bool is_text = key == "text";
    for (json::value element : line.elements(field.value(), name)) {
      const std::size_t i = array->elements.size();
      if (is_text) {
        const Range at = line.string(element, item(name, i));
        mark(i).text_at = at;
        array->elements.push_back({at.begin - 1, at.end + 1});
        lengths.push_back(UnitIndex(line.text(at, item(name, i)), unit).length());
      } else {
        const auto [number, at] = line.number(element, item(name, i));
        mark(i).range.begin = number;
        mark(i).begin_at = at;
        array->elements.push_back(at);
      }
    }
  }
  if (!texts) throw Bad{list.name + ".text", "expected an array, got none"};
  if (!starts) throw Bad{list.name + ".answer_start", "expected an array, got none"};
  if (texts->elements.size() != starts->elements.size()) {
    throw Bad{list.name, "expected as many texts as starts, got " +
                             std::to_string(texts->elements.size()) + " and " +
                             std::to_string(starts->elements.size())};
  }
  for (std::size_t i = 0; i < marks.size(); ++i)
    marks[i].range.end = marks[i].range.begin + lengths[i];
  list.marks = std::move(marks);
  list.arrays = {std::move(*texts), std::move(*starts)};
}

// The system's turn and the last answer are what a chat is trained on.
void protect_turns(const LineReader& line, json::value value, Record& record,
                   std::string_view field) {
  std::size_t i = 0;
  std::string role;
  for (json::value element : line.elements(value, field)) {
    const std::string name = item(field, i);
    if (element.type() != json::json_type::object) throw Bad{name, "expected an object"};
    json::object object = element.get_object();
    json::value found;
    if (object.find_field_unordered("role").get(found) != simdjson::SUCCESS) {
      throw Bad{name + ".role", "expected a string, got none"};
    }
    role = line.text(line.string(found, name + ".role"), name + ".role");
    if (role == "system") record.never_drop.push_back(i);
    object.reset();
    record.tokens.elements.push_back(line.place(object.raw_json()));
    ++i;
  }
  if (role == "assistant") record.never_drop.push_back(i - 1);
}

void read_never_drop(const LineReader& line, const RawArray& array, std::string_view field,
                     Record& record, std::string_view text) {
  for (std::size_t i = 0; i < array.elements.size(); ++i) {
    const std::string_view raw = text.substr(array.elements[i].begin, array.elements[i].size());
    if (raw != "0" && raw != "1") {
      throw Bad{item(field, i), "expected 0 or 1, got " + line.shortened(array.elements[i])};
    }
    if (raw == "1") record.never_drop.push_back(i);
  }
}

// Finds out which elements of the sequence a mark covers.
void locate(MarkList& list, const std::optional<UnitIndex>& index, std::size_t length) {
  for (std::size_t i = 0; i < list.marks.size(); ++i) {
    Mark& mark = list.marks[i];
    const auto refuse = [&](const std::string& reason) {
      throw Bad{item(list.name, i), reason + ", got " + std::to_string(mark.range.begin) + " to " +
                                        std::to_string(mark.range.end)};
    };
    if (mark.range.begin > mark.range.end) refuse("expected begin <= end");
    if (mark.range.end > length) {
      refuse("expected a range within the " + std::to_string(length) +
             (index ? " units of the text" : " tokens"));
    }
    if (!index) {
      mark.elements = mark.range;
      continue;
    }
    const auto begin = index->to_bytes(mark.range.begin), end = index->to_bytes(mark.range.end);
    if (!begin || !end) refuse("expected positions between characters");
    mark.elements = {*begin, *end};
  }
}

}  // namespace

struct RecordReader::State {
  State(const Fields& the_fields, Unit the_unit) : fields(the_fields), unit(the_unit) {}

  const Fields& fields;
  Unit unit;
  simdjson::ondemand::parser parser;
  JsonText scratch;
  Record record;

  void read(std::string_view line);
  void read_field(const LineReader& reader, std::string_view key, json::value value);
  void finish(const LineReader& reader);
  void start(std::string_view line);
  bool seen(std::string_view key);

  std::vector<std::string> seen_keys;
};

RecordReader::RecordReader(const Fields& fields, Unit unit) : state_(new State(fields, unit)) {}
RecordReader::~RecordReader() = default;

tl::expected<Record*, RecordError> RecordReader::read(std::string_view line) {
  State& state = *state_;
  state.start(line);
  const auto error = [&](std::string field, std::string reason) {
    return tl::make_unexpected(
        RecordError{state.record.id.value_or(""), std::move(field), std::move(reason)});
  };
  try {
    state.read(line);
  } catch (Bad& bad) {
    return error(std::move(bad.field), std::move(bad.reason));
  } catch (const simdjson::simdjson_error& bad) {
    return error("", std::string("expected a JSON object: ") + bad.what());
  }
  return &state.record;
}

void RecordReader::State::start(std::string_view line) {
  JsonText text = std::move(record.text);  // keeps its memory
  record = Record();
  record.text = std::move(text);
  record.line = line;
  record.annotations.name = fields.annotations;
  record.answers.name = fields.answers;
  record.protect.name = fields.protect;
  record.spans.name = fields.spans;
  seen_keys.clear();
}

void RecordReader::State::read(std::string_view line) {
  const LineReader reader(line, scratch);
  json::document document =
      parser.iterate(line.data(), line.size(), line.size() + simdjson::SIMDJSON_PADDING);
  if (document.type() != json::json_type::object) throw Bad{"", "expected a JSON object"};
  record.object_at = line.find('{') + 1;
  for (auto field : document.get_object()) {
    read_field(reader, field.unescaped_key(), field.value());
  }
  if (document.current_location().error() == simdjson::SUCCESS) {
    throw Bad{"", "expected one JSON object on the line, got more"};
  }
  finish(reader);
}

bool RecordReader::State::seen(std::string_view key) {
  for (const std::string& earlier : seen_keys) {
    if (earlier == key) return true;
  }
  seen_keys.emplace_back(key);
  return false;
}

void RecordReader::State::read_field(const LineReader& reader, std::string_view key,
                                     json::value value) {
  const auto is = [&](const std::string& name) { return !name.empty() && key == name; };
  const auto once = [&] {
    if (seen(key)) throw Bad{std::string(key), "expected it once, got it twice"};
  };
  if (is(fields.text)) {
    once();
    record.text_at = reader.string(value, key);
    reader.read_text(record.text, record.text_at, key);
  } else if (is(fields.tokens)) {
    once();
    record.is_text = false;
    if (fields.chat) {
      protect_turns(reader, value, record, key);
    } else {
      record.tokens = reader.array(value, key);
    }
  } else if (is(fields.id)) {
    once();
    if (value.type() == json::json_type::string) {
      record.id = reader.text(reader.string(value, key), key);
    } else if (value.type() == json::json_type::number) {
      record.id = std::string(record.raw(reader.any(value)));
    } else if (value.type() != json::json_type::null) {
      throw Bad{std::string(key), "expected a string or a number"};
    }
  } else if (is(fields.annotations)) {
    once();
    read_annotations(reader, value, record.annotations);
  } else if (is(fields.answers)) {
    once();
    read_answers(reader, value, unit, record.answers);
  } else if (is(fields.protect)) {
    once();
    read_pairs(reader, value, record.protect);
  } else if (is(fields.spans)) {
    once();
    read_pairs(reader, value, record.spans);
  } else if (is(fields.question)) {
    once();
    if (value.type() == json::json_type::string) {
      record.question = reader.text(reader.string(value, key), key);
    }
  } else if (is(fields.tags)) {
    once();
    record.tags = reader.array(value, key);
    record.parallel.emplace_back(key, *record.tags);
  } else if (is(fields.never_drop)) {
    once();
    record.parallel.emplace_back(key, reader.array(value, key));
    read_never_drop(reader, record.parallel.back().second, key, record, record.line);
  } else {
    for (const Fields::Parallel& parallel : fields.parallel) {
      if (!is(parallel.name)) continue;
      once();
      record.parallel.emplace_back(key, reader.array(value, key));
    }
  }
}

void RecordReader::State::finish(const LineReader& reader) {
  const bool has_text = record.text_at.begin > 0;  // a place after its quote
  if (has_text && !record.is_text) {
    throw Bad{"", "expected " + fields.text + " or " + fields.tokens + ", got both"};
  }
  if (!has_text && record.is_text) {
    const std::string either = fields.text.empty() || fields.tokens.empty() ? "" : " or ";
    throw Bad{"", "expected a field " + fields.text + either + fields.tokens + ", got none"};
  }
  if (record.is_text) record.index.emplace(record.text.text(), unit);
  for (MarkList* list : {&record.annotations, &record.answers, &record.protect, &record.spans}) {
    locate(*list, record.index, record.units());
  }
  for (std::size_t i = 0; i < record.answers.marks.size(); ++i) {
    const Mark& mark = record.answers.marks[i];
    const std::string_view there =
        record.text.text().substr(mark.elements.begin, mark.elements.size());
    if (reader.text(mark.text_at, fields.answers) != there) {
      throw Bad{item(fields.answers + ".answer_start", i),
                "expected the place of the answer, got the place of \"" +
                    std::string(there.substr(0, 40)) + "\""};
    }
  }
  for (const Fields::Parallel& parallel : fields.parallel) {
    if (parallel.required && !seen(parallel.name)) {
      throw Bad{parallel.name, "expected an array beside the tokens, got none"};
    }
  }
  if (!fields.tags.empty() && !record.tags) throw Bad{fields.tags, "expected an array, got none"};
  for (const auto& [name, array] : record.parallel) {
    if (record.is_text) throw Bad{name, "expected tokens beside it, got a text"};
    if (array.elements.size() != record.tokens.elements.size()) {
      throw Bad{name, "expected an element for each of the " +
                          std::to_string(record.tokens.elements.size()) + " tokens, got " +
                          std::to_string(array.elements.size())};
    }
  }
}

}  // namespace spandrop
