// Writes JSON to a string. Handles commas, quotes and escapes.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spandrop {

// Appends a text as the inside of a JSON string. File names need not be UTF-8: invalid bytes become
// \udc80 to \udcff, which Python's os.fsencode turns back into the name.
void append_escaped(std::string& json, std::string_view text);
// A text as a JSON string, with its quotes.
std::string json_string(std::string_view text);
// A number as JSON, with the fewest digits that read back exactly. "inf", "-inf" and "nan" are
// strings, because JSON has no such numbers.
std::string json_number(double number);

// Appends one JSON value to a string that the caller owns:
//   JsonWriter json(out);
//   json.begin_object().field("records", 3).key("names").begin_array();
//   for (const std::string& name : names) json.value(name);
//   json.end_array().end_object();
class JsonWriter {
 public:
  // Wide: {"a": 1, "b": 2}. Compact: {"a":1,"b":2}.
  enum class Spacing { wide, compact };

  explicit JsonWriter(std::string& out, Spacing spacing = Spacing::wide)
      : out_(out), wide_(spacing == Spacing::wide) {}

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }

  // The name of the next value.
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  JsonWriter& value(bool truth) { return raw(truth ? "true" : "false"); }
  JsonWriter& value(double number) { return raw(json_number(number)); }
  JsonWriter& value(std::integral auto number) { return raw(std::to_string(number)); }
  template <class T>
  JsonWriter& value(const std::optional<T>& maybe) {
    return maybe ? value(*maybe) : raw("null");
  }
  // A number with this many digits after the decimal point.
  JsonWriter& fixed(double number, int digits);
  // A value that is already JSON.
  JsonWriter& raw(std::string_view json);

  // A key with its value.
  JsonWriter& field(std::string_view name, const auto& content) { return key(name).value(content); }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();

  std::string& out_;
  bool wide_;
  bool needs_comma_ = false;
};

}  // namespace spandrop
