// Shared by the tests of records: padded lines, random texts and their spellings.
#pragma once

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spandrop {

using Random = std::mt19937_64;

// A random number in [0, n).
inline std::size_t below(std::size_t n, Random& random) { return random() % n; }

template <class T>
const T& one_of(const std::vector<T>& values, Random& random) {
  return values[below(values.size(), random)];
}

// A line followed by the bytes that readers may touch. Their content would change the result if
// used.
class PaddedLine {
 public:
  explicit PaddedLine(std::string_view line)
      : bytes_(std::string(line) + std::string(64, '"')), size_(line.size()) {}
  operator std::string_view() const { return std::string_view(bytes_).substr(0, size_); }

 private:
  std::string bytes_;
  std::size_t size_;
};

// One code point of a text, and how a JSON string spells it.
struct Spelled {
  std::string meaning;
  std::string raw;
};

inline std::string code_unit(unsigned unit, Random& random) {
  char digits[8];
  std::snprintf(digits, sizeof digits, below(2, random) ? "\\u%04x" : "\\u%04X", unit);
  return digits;
}

// Spells a code point verbatim, if JSON allows it, or with an escape.
inline std::string spelled(char32_t code, const std::string& meaning, Random& random) {
  constexpr std::string_view shorts = "\"\\/\b\f\n\r\t", letters = "\"\\/bfnrt";
  const bool must_escape = code < 0x20 || code == '"' || code == '\\';
  if (!must_escape && below(4, random)) return meaning;
  const std::size_t i = code < 0x80 ? shorts.find(static_cast<char>(code)) : shorts.npos;
  if (i != shorts.npos && below(2, random)) return {'\\', letters[i]};
  if (code < 0x10000) return code_unit(static_cast<unsigned>(code), random);
  const auto rest = static_cast<unsigned>(code - 0x10000);
  return code_unit(0xD800 + (rest >> 10), random) + code_unit(0xDC00 + (rest & 0x3FF), random);
}

// Words, sentences, escapes, astral characters, combining marks and lone surrogates; lone
// surrogates never form a pair.
inline std::vector<Spelled> random_text(std::size_t length, Random& random) {
  static const std::vector<std::pair<char32_t, std::string>> codes = {{'a', "a"},
                                                                      {'b', "b"},
                                                                      {'B', "B"},
                                                                      {' ', " "},
                                                                      {' ', " "},
                                                                      {'.', "."},
                                                                      {'\n', "\n"},
                                                                      {'\t', "\t"},
                                                                      {'"', "\""},
                                                                      {'\\', "\\"},
                                                                      {'/', "/"},
                                                                      {'u', "u"},
                                                                      {1, "\x01"},
                                                                      {0x7F, "\x7F"},
                                                                      {0xE9, "\u00e9"},
                                                                      {0x301, "\u0301"},
                                                                      {0x65E5, "\u65e5"},
                                                                      {0x1F600, "\U0001F600"},
                                                                      {0x10FFFF, "\U0010FFFF"}};
  std::vector<Spelled> text;
  bool after_high = false;
  while (text.size() < length) {
    if (below(12, random) == 0) {
      const bool low = !after_high && below(2, random);
      text.push_back({"\uFFFD", low ? "\\udE00" : "\\uD83d"});
      after_high = !low;
      continue;
    }
    const auto& [code, meaning] = one_of(codes, random);
    text.push_back({meaning, spelled(code, meaning, random)});
    after_high = false;
  }
  return text;
}

inline std::string meaning(const std::vector<Spelled>& text) {
  std::string all;
  for (const Spelled& code : text) all += code.meaning;
  return all;
}

inline std::string raw(const std::vector<Spelled>& text) {
  std::string all;
  for (const Spelled& code : text) all += code.raw;
  return all;
}

// Parses a whole line, unlike the reader under test. Its elements must not outlive it.
class Dom {
 public:
  // Throws simdjson::simdjson_error.
  explicit Dom(std::string_view line) : root_(parser_.parse(simdjson::padded_string(line))) {}
  simdjson::dom::element operator[](std::string_view key) const { return root_[key].value(); }
  simdjson::dom::element root() const { return root_; }

 private:
  simdjson::dom::parser parser_;
  simdjson::dom::element root_;
};

}  // namespace spandrop
