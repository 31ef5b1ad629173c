#include "spandrop/text/ascii_break.h"

#include <unicode/uchar.h>

#include <string>

#include "spandrop/text/icu_breaks.h"

namespace spandrop {
namespace {

bool is_one_word(const std::string& text) {
  return IcuBreaks(BreakKind::word, text).next() == text.size();
}

}  // namespace

AsciiWords::AsciiWords() {
  for (int c = 0; c < 0x80; ++c) {
    const std::string mark(1, static_cast<char>(c));
    std::uint8_t& roles = roles_[static_cast<std::size_t>(c)];
    if (u_isUWhiteSpace(c)) {
      roles = space;
    } else if (!is_one_word("a" + mark)) {
      if (is_one_word("a" + mark + "a")) roles |= joins_letters;
      if (is_one_word("1" + mark + "1")) roles |= joins_digits;
    } else if (is_one_word(mark + "'a")) {
      roles = letter;
    } else {
      roles = is_one_word(mark + "'1") ? digit : underscore;
    }
  }
}

const AsciiWords& AsciiWords::instance() {
  static const AsciiWords made;
  return made;
}

bool is_white_space(std::string_view text) {
  // For most texts, the first byte already shows that they are not.
  if (!text.empty() && text.front() > ' ' && is_ascii(text.front())) return false;
  for (std::size_t i = 0; i < text.size(); i += utf8_size(text[i])) {
    if (!u_isUWhiteSpace(static_cast<UChar32>(code_point_at(text, i)))) return false;
  }
  return true;
}

}  // namespace spandrop
