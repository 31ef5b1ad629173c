#include "spandrop/text/sentence_break.h"

#include <unicode/uchar.h>

#include <array>
#include <cstdint>

#include "spandrop/text/utf8.h"

namespace spandrop {
namespace {

// A set of values of the Sentence_Break property, one bit per value.
using Classes = std::uint32_t;
constexpr Classes only(USentenceBreak value) { return Classes{1} << value; }

constexpr Classes ignorable = only(U_SB_EXTEND) | only(U_SB_FORMAT);
constexpr Classes separator = only(U_SB_SEP) | only(U_SB_CR) | only(U_SB_LF);
constexpr Classes terminator = only(U_SB_ATERM) | only(U_SB_STERM);
constexpr Classes cased = only(U_SB_UPPER) | only(U_SB_LOWER);
constexpr Classes letter = cased | only(U_SB_OLETTER);

// Taken from ICU, so that the boundaries follow the installed version of Unicode.
struct Properties {
  std::array<std::uint8_t, 0x10000> values;  // of the code points below U+10000

  Properties() {
    for (UChar32 c = 0; c < 0x10000; ++c) values[static_cast<std::size_t>(c)] = value_of(c);
  }

  static std::uint8_t value_of(UChar32 c) {
    return static_cast<std::uint8_t>(u_getIntPropertyValue(c, UCHAR_SENTENCE_BREAK));
  }
};

const Properties& properties() {
  static const Properties made;
  return made;
}

// Either a boundary or where to continue the search.
struct Outcome {
  std::size_t position;
  bool boundary;
};

// Applies the rules at given positions of a text.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text), properties_(properties()) {}

  // The class of the code point at `position`, as a set of one; empty at the end of the text.
  Classes classes_at(std::size_t position) const {
    if (position == text_.size()) return 0;
    const char32_t c = code_point_at(text_, position);
    return Classes{1} << (c < 0x10000 ? properties_.values[c]
                                      : Properties::value_of(static_cast<UChar32>(c)));
  }

  // SB3 and SB4: the end of a separator; CR LF is one separator.
  std::size_t after_separator(std::size_t position) const {
    const bool return_and_feed = text_.substr(position, 2) == "\r\n";
    return position + (return_and_feed ? 2 : utf8_size(text_[position]));
  }

  // The skips implement SB5: ignorable code points belong to the one before them.
  Outcome after_terminator(std::size_t position, Classes which) const {
    const bool may_abbreviate = which == only(U_SB_ATERM);
    std::size_t after = skip(position + utf8_size(text_[position]), ignorable);
    if (may_abbreviate) {
      const Classes next = classes_at(after);
      if (next & only(U_SB_NUMERIC)) return {after, false};                            // SB6
      if ((next & only(U_SB_UPPER)) && cased_before(position)) return {after, false};  // SB7
    }
    after = skip(after, only(U_SB_CLOSE) | ignorable);  // SB9
    after = skip(after, only(U_SB_SP) | ignorable);     // SB10
    const Classes next = classes_at(after);
    if (next & separator) return {after_separator(after), true};            // SB11
    if (next & (only(U_SB_SCONTINUE) | terminator)) return {after, false};  // SB8a
    if (may_abbreviate) {
      const std::size_t word = skip(after, ~(letter | separator | terminator));
      if (classes_at(word) & only(U_SB_LOWER)) return {word, false};  // SB8
    }
    return {after, true};  // SB11
  }

 private:
  std::size_t skip(std::size_t position, Classes classes) const {
    while (classes_at(position) & classes) position += utf8_size(text_[position]);
    return position;
  }

  bool cased_before(std::size_t position) const {
    while (position > 0) {
      position = previous_code_point(text_, position);
      const Classes here = classes_at(position);
      if ((here & ignorable) == 0) return (here & cased) != 0;
    }
    return false;
  }

  std::string_view text_;
  const Properties& properties_;
};

}  // namespace

std::size_t SentenceBreaks::next(std::size_t begin) {
  const Scanner scanner(text_);
  for (std::size_t i = begin;;) {
    i = stops_.next(i);
    if (i == text_.size()) return i;
    const Classes here = scanner.classes_at(i);
    if (here & separator) return scanner.after_separator(i);
    if (here & terminator) {
      const Outcome outcome = scanner.after_terminator(i, here);
      if (outcome.boundary) return outcome.position;
      i = outcome.position;
    } else {
      i += utf8_size(text_[i]);
    }
  }
}

}  // namespace spandrop
