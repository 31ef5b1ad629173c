// Reads the values of one line of JSON with simdjson, and their places in the line. Only files that
// read records include this, so that the others do not depend on simdjson.
#pragma once

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "spandrop/base/message_text.h"
#include "spandrop/io/records/json_text.h"
#include "spandrop/io/records/splice.h"

namespace spandrop {

namespace json = simdjson::ondemand;

// Where in a record an error is, such as annotations[2].begin. Created for every value, so the name
// is built only on demand.
struct JsonPath {
  static constexpr std::size_t kNone = ~std::size_t{0};

  const JsonPath* parent = nullptr;  // the path that this one extends
  std::string_view field = {};
  std::string_view list = {};  // a field of the field
  std::size_t item = kNone;
  std::string_view member = {};
  std::size_t entry = kNone;

  std::string name() const;
};

// Thrown if a record is invalid; RecordReader catches it.
struct BadValue {
  BadValue(const JsonPath& path, std::string why) : field(path.name()), reason(std::move(why)) {}
  std::string field;
  std::string reason;
};

class LineReader {
 public:
  LineReader(std::string_view line, JsonText& scratch) : line_(line), scratch_(scratch) {}

  std::string_view line() const { return line_; }

  // The place of raw JSON in the line, without the white space after it. Empty if the line is
  // truncated.
  Place place(std::string_view raw) const {
    const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!raw.empty() && is_space(raw.back())) raw.remove_suffix(1);
    const auto begin = static_cast<std::size_t>(raw.data() - line_.data());
    return {begin, begin + raw.size()};
  }

  // The place of any value; moves past it.
  Place any(json::value value) const;
  // The place of a string, between its quotes.
  Place string(json::value value, const JsonPath& path) const;
  // The unescaped text of a string, valid until the next call.
  std::string_view text(Place at, const JsonPath& path) const;
  // The same, into `text`.
  void read_text(JsonText& text, Place at, const JsonPath& path) const;
  // A whole number from 0, and its place.
  std::pair<std::size_t, Place> number(json::value value, const JsonPath& path) const;
  // An array, and the places of its elements.
  json::array elements(json::value value, const JsonPath& path) const;
  void read_array(RawArray& array, json::value value, const JsonPath& path) const;
  // The unescaped key of a field; valid as long as the line.
  static std::string_view key(json::field& field);
  json::object object(json::value value, const JsonPath& path) const;
  // The start of the raw bytes of a place, for a message.
  std::string shown(Place at) const { return shortened(line_.substr(at.begin, at.size())); }

 private:
  std::string_view line_;
  JsonText& scratch_;
};

}  // namespace spandrop
