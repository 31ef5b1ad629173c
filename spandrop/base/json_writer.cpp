#include "spandrop/base/json_writer.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <cmath>

namespace spandrop {
namespace {

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// The length of the UTF-8 sequence that this byte starts.
std::size_t utf8_size(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

}  // namespace

void append_escaped(std::string& json, std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  const auto append_code = [&](const char* begin, char c) {
    const auto byte = static_cast<unsigned char>(c);
    json += begin;
    json += digits[byte >> 4];
    json += digits[byte & 15];
  };
  const auto is_utf8 = [](std::string_view part) {
    return simdjson::validate_utf8(part.data(), part.size());
  };
  const bool all_is_utf8 = is_utf8(text);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      append_code("\\u00", c);
    } else if (all_is_utf8 || is_ascii(c)) {
      json += c;
    } else if (const std::string_view code = text.substr(i, utf8_size(c)); is_utf8(code)) {
      json += code;
      i += code.size() - 1;
    } else {
      append_code("\\udc", c);
    }
  }
}

std::string json_string(std::string_view text) {
  std::string json = "\"";
  append_escaped(json, text);
  return json += '"';
}

std::string json_number(double number) {
  if (std::isnan(number)) return "\"nan\"";
  if (std::isinf(number)) return number > 0 ? "\"inf\"" : "\"-inf\"";
  return fmt::format("{}", number);
}

void JsonWriter::separate() {
  if (needs_comma_) out_ += wide_ ? ", " : ",";
  needs_comma_ = true;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  out_ += bracket;
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  out_ += bracket;
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  value(name);
  out_ += wide_ ? ": " : ":";
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  out_ += '"';
  append_escaped(out_, text);
  out_ += '"';
  return *this;
}

JsonWriter& JsonWriter::fixed(double number, int digits) {
  return std::isfinite(number) ? raw(fmt::format("{:.{}f}", number, digits)) : value(number);
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

}  // namespace spandrop
