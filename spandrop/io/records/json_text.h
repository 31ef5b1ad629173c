// A JSON string in both coordinates: its unescaped text, and its raw bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spandrop {

// Holds the unescaped text of one JSON string at a time and reuses its memory. Without escapes, the
// text is the raw bytes themselves.
class JsonText {
 public:
  // Reads the raw bytes between the quotes, which must outlive this. A lone surrogate becomes
  // U+FFFD. Returns false if an escape is invalid.
  [[nodiscard]] bool read(std::string_view raw);

  // Makes the text empty; keeps the memory.
  void clear() { text_ = {}; }

  // The text, in UTF-8.
  std::string_view text() const { return text_; }
  // The raw position of a position in the text, which must not be inside a character.
  std::size_t raw_position(std::size_t text_position) const;

 private:
  struct Turn {  // from here on, raw bytes and text advance together
    std::size_t text;
    std::size_t raw;
  };

  std::string_view text_;
  std::string unescaped_;
  std::vector<Turn> turns_;  // the position after each escape
};

// The replacement for a lone surrogate, also written as an escape.
inline constexpr std::string_view kLoneSurrogate = "\\ufffd";

// Whether a lone surrogate at the end of one text and one at the start of the next would become one
// character if they were joined.
bool would_pair(std::string_view raw_before, std::string_view raw_after);

// Whether raw bytes are a number by the grammar of JSON.
bool is_json_number(std::string_view raw);

}  // namespace spandrop
