#include "spandrop/io/records/line_reader.h"

#include <charconv>
#include <system_error>

namespace spandrop {

std::string JsonPath::name() const {
  std::string name = parent ? parent->name() : "";
  if (!name.empty() && !field.empty()) name += ".";
  name += field;
  if (!list.empty()) name.append(".").append(list);
  if (item != kNone) name += "[" + std::to_string(item) + "]";
  if (!member.empty()) name.append(".").append(member);
  if (entry != kNone) name += "[" + std::to_string(entry) + "]";
  return name;
}

Place LineReader::any(json::value value) const {
  // simdjson checks the keys and commas of a container only while it is iterated.
  switch (value.type()) {
    case json::json_type::array: {
      json::array array = value.get_array();
      for (json::value element : array) (void)element;
      array.reset();
      return place(array.raw_json());
    }
    case json::json_type::object: {
      json::object object = value.get_object();
      for (json::field field : object) (void)field;
      object.reset();
      return place(object.raw_json());
    }
    default:
      return place(value.raw_json_token());
  }
}

Place LineReader::string(json::value value, const JsonPath& path) const {
  if (value.type() != json::json_type::string) throw BadValue(path, "expected a string");
  const Place at = place(value.raw_json_token());
  return {at.begin + 1, at.end - 1};
}

std::string_view LineReader::text(Place at, const JsonPath& path) const {
  read_text(scratch_, at, path);
  return scratch_.text();
}

void LineReader::read_text(JsonText& text, Place at, const JsonPath& path) const {
  if (!text.read(line_.substr(at.begin, at.size()))) {
    throw BadValue(path, "expected a string, got an invalid escape sequence");
  }
}

std::pair<std::size_t, Place> LineReader::number(json::value value, const JsonPath& path) const {
  const Place at = place(value.raw_json_token());
  const std::string_view raw = line_.substr(at.begin, at.size());
  std::size_t number = 0;
  const char* const end = raw.data() + raw.size();
  const auto [parsed, error] = std::from_chars(raw.data(), end, number);
  const bool leading_zero = raw.size() > 1 && raw.front() == '0';
  if (error != std::errc() || parsed != end || leading_zero) {
    throw BadValue(path, "expected a whole number from 0, got " + shown(at));
  }
  return {number, at};
}

json::array LineReader::elements(json::value value, const JsonPath& path) const {
  if (value.type() != json::json_type::array) throw BadValue(path, "expected an array");
  return value.get_array();
}

void LineReader::read_array(RawArray& array, json::value value, const JsonPath& path) const {
  array.elements.clear();
  for (json::value element : elements(value, path)) array.elements.push_back(any(element));
}

std::string_view LineReader::key(json::field& field) {
  const char* const begin = field.key().raw();
  const char* end = begin;
  while (*end != '"' && *end != '\\') ++end;
  if (*end == '\\') return field.unescaped_key();
  return {begin, static_cast<std::size_t>(end - begin)};
}

json::object LineReader::object(json::value value, const JsonPath& path) const {
  if (value.type() != json::json_type::object) throw BadValue(path, "expected an object");
  return value.get_object();
}

}  // namespace spandrop
