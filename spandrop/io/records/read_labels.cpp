#include "spandrop/io/records/read_labels.h"

#include <optional>
#include <string>
#include <vector>

namespace spandrop {
namespace {

// The array that holds part i of each label, emptied.
RawArray& array_of(LabelList& list, std::size_t i) {
  if (list.arrays.size() <= i) list.arrays.resize(i + 1);
  list.arrays[i].elements.clear();
  return list.arrays[i];
}

// A label that is being read.
struct ReadLabel {
  UnitRange range;
  LabelPlaces at;

  void add_to(LabelList& list) const {
    list.labels.push_back({range, {}});
    list.places.push_back(at);
  }
};

// Scans the raw bytes of [[b, e], ...]. A simdjson iterator per number would take longer than all
// other work on spans.
class PairScanner {
 public:
  PairScanner(std::string_view line, std::size_t begin) : line_(line), at_(begin) {}

  // Reads all pairs. Returns false on any error; a slower reader then finds out what is wrong.
  bool read(LabelList& list, RawArray& array) {
    if (!pass('[')) return false;
    if (pass(']')) return true;
    do {
      ReadLabel label;
      if (!pass('[')) return false;
      const std::size_t begin = at_ - 1;
      if (!number(label.range.begin, label.at.begin) || !pass(',') ||
          !number(label.range.end, label.at.end) || !pass(']')) {
        return false;
      }
      array.elements.push_back({begin, at_});
      label.add_to(list);
    } while (pass(','));
    return pass(']');
  }

 private:
  char next() const { return at_ < line_.size() ? line_[at_] : '\0'; }
  void pass_space() {
    while (next() == ' ' || next() == '\t') ++at_;
  }
  bool pass(char c) {
    pass_space();
    if (next() != c) return false;
    ++at_;
    return true;
  }
  bool number(std::size_t& number, Place& place) {
    constexpr std::size_t most_digits = 18;  // never overflows 64 bits
    pass_space();
    place.begin = at_;
    for (; next() >= '0' && next() <= '9'; ++at_) {
      number = number * 10 + static_cast<std::size_t>(next() - '0');
    }
    place.end = at_;
    const bool leading_zero = place.size() > 1 && line_[place.begin] == '0';
    return !place.empty() && !leading_zero && place.size() <= most_digits;
  }

  std::string_view line_;
  std::size_t at_;
};

// Reads [b, e, ...], such as [0, 5, "PER"], and returns its place.
Place read_listed(const LineReader& line, json::array element, JsonPath path, LabelList& list) {
  ReadLabel label;
  std::size_t count = 0;
  for (json::value entry : element) {
    if (count < 2) {
      path.entry = count;
      const auto [number, place] = line.number(entry, path);
      (count == 0 ? label.range.begin : label.range.end) = number;
      (count == 0 ? label.at.begin : label.at.end) = place;
    }
    ++count;
  }
  path.entry = JsonPath::kNone;
  if (count < 2) throw BadValue(path, "expected begin and end, got fewer than two elements");
  label.add_to(list);
  element.reset();
  return line.place(element.raw_json());
}

}  // namespace

void read_annotations(const LineReader& line, json::value value, LabelList& list) {
  list.present = true;
  RawArray& array = array_of(list, 0);
  for (json::value element : line.elements(value, {.field = list.name})) {
    JsonPath path{.field = list.name, .item = list.labels.size()};
    const json::json_type type = element.type();
    if (type == json::json_type::array) {
      array.elements.push_back(read_listed(line, element.get_array(), path, list));
      continue;
    }
    if (type != json::json_type::object) throw BadValue(path, "expected an object or an array");
    json::object object = element.get_object();
    ReadLabel label;
    for (json::field field : object) {
      const std::string_view key = LineReader::key(field);
      if (key == "text" || key == "word") {
        json::value text = field.value();
        if (text.type() == json::json_type::string) {
          (key == "text" ? label.at.text : label.at.word) = line.string(text, path);
        }
        continue;
      }
      const bool is_begin = key == "begin" || key == "start";
      if (!is_begin && key != "end") continue;
      path.member = is_begin ? "begin" : "end";
      Place& at = is_begin ? label.at.begin : label.at.end;
      if (!at.empty()) throw BadValue(path, "expected once, found twice");
      const auto [number, place] = line.number(field.value(), path);
      (is_begin ? label.range.begin : label.range.end) = number;
      at = place;
    }
    path.member = label.at.begin.empty() ? "begin" : "end";
    if (label.at.begin.empty() || label.at.end.empty()) {
      throw BadValue(path, "missing required field");
    }
    object.reset();
    array.elements.push_back(line.place(object.raw_json()));
    label.add_to(list);
  }
}

void read_pairs(const LineReader& line, json::value value, LabelList& list) {
  list.present = true;
  const std::size_t value_begin = line.place(value.raw_json_token()).begin;
  if (PairScanner(line.line(), value_begin).read(list, array_of(list, 0))) return;
  list.labels.clear();
  list.places.clear();
  RawArray& array = array_of(list, 0);
  for (json::value element : line.elements(value, {.field = list.name})) {
    JsonPath path{.field = list.name, .item = list.labels.size()};
    const std::size_t begin = line.place(element.raw_json_token()).begin;
    ReadLabel label;
    std::size_t count = 0;
    for (json::value entry : line.elements(element, path)) {
      if (count == 2) throw BadValue(path, "expected [begin, end], got more than two numbers");
      path.entry = count;
      const auto [number, place] = line.number(entry, path);
      path.entry = JsonPath::kNone;
      (count == 0 ? label.range.begin : label.range.end) = number;
      (count == 0 ? label.at.begin : label.at.end) = place;
      ++count;
    }
    if (count < 2) throw BadValue(path, "expected [begin, end], got fewer than two numbers");
    std::size_t end = label.at.end.end;  // only white space precedes the bracket
    while (line.line()[end] != ']') ++end;
    array.elements.push_back({begin, end + 1});
    label.add_to(list);
  }
}

// The two arrays can come in any order. The end of an answer is known once both are read.
void read_answers(const LineReader& line, json::value value, Unit unit, LabelList& list) {
  list.present = true;
  array_of(list, 1);
  std::optional<std::size_t> texts, starts;
  std::vector<std::size_t> lengths;
  for (json::field field : line.object(value, {.field = list.name})) {
    const std::string_view key = LineReader::key(field);
    const bool is_text = key == "text";
    if (!is_text && key != "answer_start") continue;
    JsonPath path{.field = list.name, .list = is_text ? "text" : "answer_start"};
    std::optional<std::size_t>& count = is_text ? texts : starts;
    if (count) throw BadValue(path, "expected once, found twice");
    count = 0;
    RawArray& array = array_of(list, is_text ? 0 : 1);
    for (json::value element : line.elements(field.value(), path)) {
      path.item = *count;
      const std::size_t i = (*count)++;
      if (list.labels.size() <= i) ReadLabel{}.add_to(list);
      LabelPlaces& at = list.places[i];
      if (is_text) {
        at.text = line.string(element, path);
        array.elements.push_back({at.text.begin - 1, at.text.end + 1});
        lengths.push_back(UnitIndex(line.text(at.text, path), unit).length());
      } else {
        std::tie(list.labels[i].range.begin, at.begin) = line.number(element, path);
        array.elements.push_back(at.begin);
      }
    }
  }
  const JsonPath path{.field = list.name};
  if (!texts || !starts) throw BadValue(path, "expected both arrays, text and answer_start");
  if (*texts != *starts) {
    throw BadValue(path, "expected text and answer_start of the same length, got " +
                             std::to_string(*texts) + " and " + std::to_string(*starts));
  }
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    UnitRange& range = list.labels[i].range;
    if (range.begin > line.line().size()) {  // also keeps the sum from wrapping
      throw BadValue({.field = list.name, .list = "answer_start", .item = i},
                     "expected a position in the text, got " + line.shown(list.places[i].begin));
    }
    range.end = range.begin + lengths[i];
  }
}

void locate_labels(const Record& record, LabelList& list) {
  auto problem = locate(list.labels, record.units(), record.tokens.elements.size());
  if (!problem) return;
  // Positions past the end may count bytes or UTF-16 units, of which a text has more.
  const bool may_be_bytes = record.is_text && record.units()->unit() != Unit::byte &&
                            list.labels[problem->label].range.end > record.units()->length() &&
                            list.labels[problem->label].range.end <= record.text.text().size();
  throw BadValue(
      {.field = list.name, .item = problem->label},
      problem->reason +
          (may_be_bytes ? "; if positions count something else, name it with --offsets" : ""));
}

void check_own_texts(const LineReader& line, Record& record) {
  LabelList& list = record.annotations;
  for (std::size_t i = 0; i < list.labels.size(); ++i) {
    const Range at = list.labels[i].elements;
    for (Place* own : {&list.places[i].text, &list.places[i].word}) {
      if (own->empty()) continue;
      const bool is_repeated = record.is_text && line.text(*own, {.field = list.name, .item = i}) ==
                                                     record.text.text().substr(at.begin, at.size());
      if (!is_repeated) *own = {};
    }
  }
}

void check_answers(const LineReader& line, const Record& record) {
  const LabelList& list = record.answers;
  for (std::size_t i = 0; i < list.labels.size(); ++i) {
    const Range at = list.labels[i].elements;
    const std::string_view there = record.text.text().substr(at.begin, at.size());
    const JsonPath path{.field = list.name, .list = "answer_start", .item = i};
    if (line.text(list.places[i].text, path) != there) {
      throw BadValue(path,
                     "expected the answer at this position, got \"" + shortened(there) + "\"");
    }
  }
}

}  // namespace spandrop
