// A JSON string in both coordinates: the text that it means, and the raw bytes that spell it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spandrop {

// Holds the unescaped text of one JSON string at a time; its memory is used again. Where the string
// has no escapes, the text is the raw bytes themselves.
class JsonText {
 public:
  // Reads the raw bytes between the quotes, which must outlive this. A lone surrogate becomes
  // U+FFFD. False if an escape is not one of JSON's.
  [[nodiscard]] bool read(std::string_view raw);

  // The text, in UTF-8.
  std::string_view text() const { return text_; }
  // The place in the raw bytes of a place in the text, which is not inside a character.
  std::size_t raw_position(std::size_t text_position) const;

 private:
  struct Turn {  // from here on, raw bytes and text go side by side
    std::size_t text;
    std::size_t raw;
  };

  std::string_view text_;
  std::string unescaped_;
  std::vector<Turn> turns_;  // the place after each escape
};

// What a lone surrogate means, spelled like one.
inline constexpr std::string_view kLoneSurrogate = "\\ufffd";

// Whether two lone surrogates, where the raw bytes of one text end and those of another begin,
// would become one character side by side.
bool would_pair(std::string_view raw_before, std::string_view raw_after);

// Whether raw bytes are a number by the grammar of JSON.
bool is_json_number(std::string_view raw);

}  // namespace spandrop
