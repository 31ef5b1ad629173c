#include "spandrop/tasks/scores/answer_text.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "spandrop/text/utf8.h"

namespace spandrop {
namespace {

bool is_ascii_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_ascii_digit(char32_t c) { return c >= '0' && c <= '9'; }

// Python's string.punctuation: all printable ASCII except letters, digits and space.
bool is_punctuation(char byte) {
  const auto c = static_cast<unsigned char>(byte);
  return c > ' ' && c < 0x7F && !is_ascii_letter(c) && !is_ascii_digit(c);
}

// Python's str.isspace, which includes four separators that Unicode's White_Space does not.
bool is_space(char32_t c) {
  if (c <= ' ') return c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

// The \w of Python's regular expressions: letters, numbers of all kinds, and the underscore.
bool is_word(char32_t c) {
  if (c < 0x80) return is_ascii_letter(c) || is_ascii_digit(c) || c == '_';
  return (U_GET_GC_MASK(static_cast<UChar32>(c)) & (U_GC_L_MASK | U_GC_N_MASK)) != 0;
}

bool is_article(std::string_view word) { return word == "a" || word == "an" || word == "the"; }

std::string lower_case(std::string_view text) {
  std::string lower;
  if (find_non_ascii(text, 0) == text.size()) {
    lower = text;
    for (char& c : lower) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
  }
  icu::StringByteSink<std::string> sink(&lower);
  UErrorCode status = U_ZERO_ERROR;
  icu::CaseMap::utf8ToLower("", 0, {text.data(), static_cast<std::int32_t>(text.size())}, sink,
                            nullptr, status);
  if (U_FAILURE(status)) {
    throw std::runtime_error(std::string("[normalised_answer] ICU says ") + u_errorName(status));
  }
  return lower;
}

// The end of the run of word characters that starts at `begin`.
std::size_t end_of_word(std::string_view text, std::size_t begin) {
  while (begin < text.size() && is_word(code_point_at(text, begin))) {
    begin += utf8_size(text[begin]);
  }
  return begin;
}

}  // namespace

std::string normalised_answer(std::string_view text) {
  std::string left = lower_case(text);
  left.erase(std::remove_if(left.begin(), left.end(), is_punctuation), left.end());

  std::string answer;
  bool space_before = false;
  const auto append = [&](std::string_view piece) {
    if (space_before && !answer.empty()) answer += ' ';
    space_before = false;
    answer += piece;
  };
  for (std::size_t begin = 0; begin < left.size();) {
    const std::size_t word_end = end_of_word(left, begin);
    const std::size_t end = word_end > begin ? word_end : begin + utf8_size(left[begin]);
    const std::string_view piece = std::string_view(left).substr(begin, end - begin);
    if (is_article(piece) || is_space(code_point_at(left, begin))) {
      space_before = true;
    } else {
      append(piece);
    }
    begin = end;
  }
  return answer;
}

}  // namespace spandrop
