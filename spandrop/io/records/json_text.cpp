#include "spandrop/io/records/json_text.h"

#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "spandrop/text/utf8.h"

namespace spandrop {
namespace {

// The value of \uXXXX at `at`.
std::optional<std::uint32_t> code_unit(std::string_view raw, std::size_t at) {
  if (at + 6 > raw.size() || raw[at] != '\\' || raw[at + 1] != 'u') return std::nullopt;
  std::uint32_t unit = 0;
  for (std::size_t i = at + 2; i < at + 6; ++i) {
    const char c = raw[i];
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return std::nullopt;
    unit = unit * 16 + static_cast<std::uint32_t>(digit);
  }
  return unit;
}

// The character of a two-byte escape such as \n, or none.
std::optional<char> simple_escape(char letter) {
  constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
  const std::size_t i = letters.find(letter);
  if (i == std::string_view::npos) return std::nullopt;
  return meanings[i];
}

bool is_high_surrogate(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

// Appends the character of the escape at `at`; returns the position after it, or none if it is
// invalid.
std::optional<std::size_t> unescape(std::string_view raw, std::size_t at, std::string& out) {
  if (at + 1 >= raw.size()) return std::nullopt;
  if (raw[at + 1] != 'u') {
    const std::optional<char> meaning = simple_escape(raw[at + 1]);
    if (!meaning) return std::nullopt;
    out += *meaning;
    return at + 2;
  }
  const std::optional<std::uint32_t> unit = code_unit(raw, at);
  if (!unit) return std::nullopt;
  if (is_high_surrogate(*unit)) {
    const std::optional<std::uint32_t> low = code_unit(raw, at + 6);
    if (low && is_low_surrogate(*low)) {
      append_utf8(out, 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00));
      return at + 12;
    }
  }
  const bool lone_surrogate = is_high_surrogate(*unit) || is_low_surrogate(*unit);
  append_utf8(out, lone_surrogate ? 0xFFFD : *unit);
  return at + 6;
}

}  // namespace

bool JsonText::read(std::string_view raw) {
  turns_.clear();
  std::size_t escape = raw.find('\\');
  if (escape == std::string_view::npos) {
    text_ = raw;
    return true;
  }
  unescaped_.clear();
  std::size_t copied = 0;
  while (escape != std::string_view::npos) {
    unescaped_ += raw.substr(copied, escape - copied);
    const std::optional<std::size_t> after = unescape(raw, escape, unescaped_);
    if (!after) return false;
    copied = *after;
    turns_.push_back({unescaped_.size(), copied});
    escape = raw.find('\\', copied);
  }
  unescaped_ += raw.substr(copied);
  text_ = unescaped_;
  return true;
}

std::size_t JsonText::raw_position(std::size_t text_position) const {
  const auto after = std::partition_point(
      turns_.begin(), turns_.end(), [&](const Turn& turn) { return turn.text <= text_position; });
  if (after == turns_.begin()) return text_position;
  const Turn& turn = *(after - 1);
  return turn.raw + (text_position - turn.text);
}

bool would_pair(std::string_view raw_before, std::string_view raw_after) {
  constexpr std::size_t size = kLoneSurrogate.size();
  if (raw_before.size() < size) return false;
  const std::size_t at = raw_before.size() - size;
  const std::optional<std::uint32_t> high = code_unit(raw_before, at);
  if (!high || !is_high_surrogate(*high)) return false;
  // The backslash may be the second half of another escape.
  std::size_t before = at;
  while (before > 0 && raw_before[before - 1] == '\\') --before;
  if ((at - before) % 2 != 0) return false;
  const std::optional<std::uint32_t> low = code_unit(raw_after, 0);
  return low && is_low_surrogate(*low);
}

bool is_json_number(std::string_view raw) {
  const auto pass = [&](std::string_view any_of) {
    const bool found = !raw.empty() && any_of.find(raw.front()) != any_of.npos;
    if (found) raw.remove_prefix(1);
    return found;
  };
  const auto pass_digits = [&] {
    bool found = false;
    while (pass("0123456789")) found = true;
    return found;
  };
  pass("-");
  if (!pass("0") && !pass_digits()) return false;
  if (pass(".") && !pass_digits()) return false;
  if (pass("eE")) {
    pass("+-");
    if (!pass_digits()) return false;
  }
  return raw.empty();
}

}  // namespace spandrop
