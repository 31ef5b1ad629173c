// Finds boundaries in ASCII text without ICU, and limits ICU to the stretches around other text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "spandrop/text/utf8.h"

namespace spandrop {

// Splits a text into stretches that are ASCII and stretches that are not, and calls ascii(begin,
// end) or other(begin, end) for each, in order. can_split(i) returns whether there is a boundary
// before byte i such that neither side affects the boundaries of the other.
template <class CanSplit, class Ascii, class Other>
void by_stretches(std::string_view text, CanSplit can_split, Ascii ascii, Other other) {
  constexpr std::size_t worthwhile = 16;  // fewer ASCII bytes do not end a stretch
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t high = find_non_ascii(text, begin);
    if (high == text.size()) return ascii(begin, high);
    std::size_t from = high;
    while (from > begin && !can_split(from)) --from;
    if (from > begin) ascii(begin, from);
    std::size_t to = high + 1;
    for (;;) {
      while (to < text.size() && !can_split(to)) ++to;
      const std::string_view ahead = text.substr(0, to + worthwhile);
      const std::size_t next_high = find_non_ascii(ahead, to);
      if (next_high == ahead.size()) break;
      to = next_high + 1;
    }
    other(from, to);
    begin = to;
  }
}

// The word boundaries of ASCII text. Asks the installed ICU which bytes are letters and which marks
// join a word (don't, 3.14), because versions differ: in ICU 72, @ is a letter.
class AsciiWords {
 public:
  static const AsciiWords& instance();

  // Whether a byte is ASCII white space.
  bool is_space(char byte) const { return roles(byte) & space; }

  // The end of the word or mark that begins at `begin`, where there must be no white space. The
  // text must be ASCII from there on.
  std::size_t word_end(std::string_view text, std::size_t begin) const {
    std::size_t end = begin + 1;
    if (!(roles(text[begin]) & in_word)) return end;
    for (; end < text.size(); ++end) {
      const std::uint8_t here = roles(text[end]);
      if (here & in_word) continue;
      // A mark inside a word has letters on both sides, or digits on both sides.
      if (!(here & (joins_letters | joins_digits)) || end + 1 == text.size()) break;
      const int both = roles(text[end - 1]) & roles(text[end + 1]);
      if (!((here & joins_letters) && (both & letter)) &&
          !((here & joins_digits) && (both & digit)))
        break;
    }
    return end;
  }

 private:
  AsciiWords();

  enum Role : std::uint8_t {
    letter = 1,
    digit = 2,
    underscore = 4,
    in_word = letter | digit | underscore,
    joins_letters = 8,
    joins_digits = 16,
    space = 32
  };
  std::uint8_t roles(char byte) const { return roles_[static_cast<unsigned char>(byte)]; }

  std::array<std::uint8_t, 256> roles_{};
};

// True if the text consists only of Unicode white space.
bool is_white_space(std::string_view text);

}  // namespace spandrop
