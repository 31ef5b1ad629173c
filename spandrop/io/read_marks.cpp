#include "spandrop/io/read_marks.h"

#include <optional>
#include <string>
#include <vector>

namespace spandrop {
namespace {

// The array that holds element i of each mark, empty and ready to be filled.
RawArray& array_of(MarkList& list, std::size_t i) {
  if (list.arrays.size() <= i) list.arrays.resize(i + 1);
  list.arrays[i].elements.clear();
  return list.arrays[i];
}

Mark& mark_of(MarkList& list, std::size_t i) {
  if (list.marks.size() <= i) list.marks.resize(i + 1);
  return list.marks[i];
}

// Goes over the raw bytes of [[b, e], ...]: an iterator of simdjson for each number would cost more
// than all else that is done with spans.
class PairScanner {
 public:
  PairScanner(std::string_view line, std::size_t begin) : line_(line), at_(begin) {}

  // Reads all pairs. False where anything is not as it should be: another reader says what.
  bool read(MarkList& list, RawArray& array) {
    if (!pass('[')) return false;
    if (pass(']')) return true;
    do {
      Mark mark;
      if (!pass('[')) return false;
      const std::size_t begin = at_ - 1;
      if (!number(mark.range.begin, mark.begin_at) || !pass(',') ||
          !number(mark.range.end, mark.end_at) || !pass(']')) {
        return false;
      }
      array.elements.push_back({begin, at_});
      list.marks.push_back(mark);
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
  bool number(std::size_t& number, Range& place) {
    constexpr std::size_t most_digits = 18;  // of which no number is too large
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

}  // namespace

void read_annotations(const LineReader& line, json::value value, MarkList& list) {
  list.present = true;
  RawArray& array = array_of(list, 0);
  for (json::value element : line.elements(value, {.field = list.name})) {
    JsonPath path{.field = list.name, .item = list.marks.size()};
    json::object object = line.object(element, path);
    Mark mark;
    for (json::field field : object) {
      const std::string_view key = LineReader::key(field);
      const bool is_begin = key == "begin";
      if (!is_begin && key != "end") continue;
      path.member = is_begin ? "begin" : "end";
      Range& at = is_begin ? mark.begin_at : mark.end_at;
      if (!at.empty()) throw BadValue(path, "expected it once, got it twice");
      const auto [number, place] = line.number(field.value(), path);
      (is_begin ? mark.range.begin : mark.range.end) = number;
      at = place;
    }
    path.member = mark.begin_at.empty() ? "begin" : "end";
    if (mark.begin_at.empty() || mark.end_at.empty()) {
      throw BadValue(path, "expected a number, got none");
    }
    object.reset();
    array.elements.push_back(line.place(object.raw_json()));
    list.marks.push_back(mark);
  }
}

void read_pairs(const LineReader& line, json::value value, MarkList& list) {
  list.present = true;
  const std::size_t value_begin = line.place(value.raw_json_token()).begin;
  if (PairScanner(line.line(), value_begin).read(list, array_of(list, 0))) return;
  list.marks.clear();
  RawArray& array = array_of(list, 0);
  for (json::value element : line.elements(value, {.field = list.name})) {
    JsonPath path{.field = list.name, .item = list.marks.size()};
    const std::size_t begin = line.place(element.raw_json_token()).begin;
    Mark mark;
    std::size_t count = 0;
    for (json::value entry : line.elements(element, path)) {
      if (count == 2) throw BadValue(path, "expected [begin, end], got more numbers");
      path.entry = count;
      const auto [number, place] = line.number(entry, path);
      path.entry = JsonPath::kNone;
      (count == 0 ? mark.range.begin : mark.range.end) = number;
      (count == 0 ? mark.begin_at : mark.end_at) = place;
      ++count;
    }
    if (count < 2) throw BadValue(path, "expected [begin, end], got fewer numbers");
    std::size_t end = mark.end_at.end;  // nothing but white space comes before the bracket
    while (line.line()[end] != ']') ++end;
    array.elements.push_back({begin, end + 1});
    list.marks.push_back(mark);
  }
}

// The two arrays come in any order: an answer ends where its text does, once both are known.
void read_answers(const LineReader& line, json::value value, Unit unit, MarkList& list) {
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
    if (count) throw BadValue(path, "expected it once, got it twice");
    count = 0;
    RawArray& array = array_of(list, is_text ? 0 : 1);
    for (json::value element : line.elements(field.value(), path)) {
      path.item = *count;
      Mark& mark = mark_of(list, (*count)++);
      if (is_text) {
        mark.text_at = line.string(element, path);
        array.elements.push_back({mark.text_at.begin - 1, mark.text_at.end + 1});
        lengths.push_back(UnitIndex(line.text(mark.text_at, path), unit).length());
      } else {
        std::tie(mark.range.begin, mark.begin_at) = line.number(element, path);
        array.elements.push_back(mark.begin_at);
      }
    }
  }
  const JsonPath path{.field = list.name};
  if (!texts || !starts) throw BadValue(path, "expected the arrays text and answer_start");
  if (*texts != *starts) {
    throw BadValue(path, "expected as many texts as starts, got " + std::to_string(*texts) +
                             " and " + std::to_string(*starts));
  }
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    Mark& mark = list.marks[i];
    if (mark.range.begin > line.line().size()) {  // also keeps the sum from wrapping
      throw BadValue({.field = list.name, .list = "answer_start", .item = i},
                     "expected a place in the text, got " + line.shown(mark.begin_at));
    }
    mark.range.end = mark.range.begin + lengths[i];
  }
}

void locate_marks(MarkList& list, const UnitIndex* index, std::size_t length) {
  const std::size_t units = index ? index->length() : length;
  // Where one mark ends the next one often begins.
  std::size_t last_unit = 0, last_byte = 0;
  const auto to_bytes = [&](std::size_t unit) -> std::optional<std::size_t> {
    if (unit == last_unit) return last_byte;
    const auto byte = index->to_bytes(unit);
    if (byte) last_unit = unit, last_byte = *byte;
    return byte;
  };
  for (std::size_t i = 0; i < list.marks.size(); ++i) {
    Mark& mark = list.marks[i];
    const auto refuse = [&](const std::string& reason) {
      throw BadValue({.field = list.name, .item = i}, reason + ", got " +
                                                          std::to_string(mark.range.begin) +
                                                          " to " + std::to_string(mark.range.end));
    };
    if (mark.range.begin > mark.range.end) refuse("expected begin <= end");
    if (mark.range.end > units) {
      refuse("expected a range within the " + std::to_string(units) +
             (index ? " units of the text" : " tokens"));
    }
    if (!index || index->is_ascii()) {
      mark.elements = mark.range;
      continue;
    }
    const auto begin = to_bytes(mark.range.begin), end = to_bytes(mark.range.end);
    if (!begin || !end) refuse("expected positions between characters");
    mark.elements = {*begin, *end};
  }
}

void check_answers(const LineReader& line, const Record& record) {
  const MarkList& list = record.answers;
  for (std::size_t i = 0; i < list.marks.size(); ++i) {
    const Range at = list.marks[i].elements;
    const std::string_view there = record.text.text().substr(at.begin, at.size());
    const JsonPath path{.field = list.name, .list = "answer_start", .item = i};
    if (line.text(list.marks[i].text_at, path) != there) {
      throw BadValue(
          path, "expected the place of the answer, got the place of \"" + shortened(there) + "\"");
    }
  }
}

}  // namespace spandrop
