#include "spandrop/text/bert_character.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace spandrop {
namespace {

constexpr int kVersionOfCategories = 8;
constexpr int kVersionOfDecompositions = 9;

const icu::Normalizer2& nfd() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* found = icu::Normalizer2::getNFDInstance(status);
  if (U_FAILURE(status)) {
    throw std::runtime_error(std::string("[bert_character] ICU error ") + u_errorName(status));
  }
  return *found;
}

// The version of Unicode that introduced the character; 0 if unassigned.
int age_of(UChar32 c) {
  UVersionInfo version;
  u_charAge(c, version);
  return version[0];
}

// The general category in Unicode 8, where these six characters had a different one.
std::int8_t category_of(UChar32 c) {
  switch (c) {
    case 0x166D:   // CANADIAN SYLLABICS CHI SIGN
    case 0x111C9:  // SHARADA SANDHI MARK
      return U_OTHER_PUNCTUATION;
    case 0x1734:  // HANUNOO SIGN PAMUDPOD
      return U_NON_SPACING_MARK;
    case 0x1885:  // MONGOLIAN LETTER ALI GALI BALUDA
    case 0x1886:  // MONGOLIAN LETTER ALI GALI THREE BALUDA
      return U_OTHER_LETTER;
    case 0xA9BD:  // JAVANESE CONSONANT SIGN KERET
      return U_COMBINING_SPACING_MARK;
    default:
      if (age_of(c) > kVersionOfCategories) return U_UNASSIGNED;
      return u_charType(c);
  }
}

// Blocks of Chinese characters, except U+2B820 to U+2B91F, which tokenizers omits.
bool is_ideograph(char32_t c) {
  return (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x2A6DF) ||
         (c >= 0x2A700 && c <= 0x2B81F) || (c >= 0x2B920 && c <= 0x2CEAF) ||
         (c >= 0x2F800 && c <= 0x2FA1F);
}

bool is_deleted(char32_t c, std::int8_t category) {
  if (c == '\t' || c == '\n' || c == '\r') return false;
  return c == 0xFFFD || category == U_CONTROL_CHAR || category == U_FORMAT_CHAR ||
         category == U_PRIVATE_USE_CHAR;
}

bool is_punctuation(char32_t c, std::int8_t category) {
  if (c < 0x80) return c > ' ' && c < 0x7F && !u_isalnum(static_cast<UChar32>(c));
  return (U_MASK(category) & U_GC_P_MASK) != 0;
}

BertCharacter look_up(char32_t code_point) {
  const auto c = static_cast<UChar32>(code_point);
  const std::int8_t category = category_of(c);
  BertCharacter facts;
  facts.lower = static_cast<char32_t>(u_tolower(c));
  facts.is_deleted = is_deleted(code_point, category);
  facts.is_space = u_isUWhiteSpace(c);
  facts.is_ideograph = is_ideograph(code_point);
  facts.is_accent = category == U_NON_SPACING_MARK;
  facts.is_punctuation = is_punctuation(code_point, category);
  if (age_of(c) <= kVersionOfDecompositions) {
    facts.combining_class = nfd().getCombiningClass(c);
    icu::UnicodeString decomposition;
    facts.decomposes = nfd().getDecomposition(c, decomposition);
  }
  return facts;
}

}  // namespace

BertCharacter bert_character(char32_t code_point) {
  // Covers most scripts with letters and punctuation; ideographs are looked up one by one.
  constexpr char32_t kTabled = 0x3000;
  static const std::vector<BertCharacter> table = [] {
    std::vector<BertCharacter> facts(kTabled);
    for (char32_t c = 0; c < kTabled; ++c) facts[c] = look_up(c);
    return facts;
  }();
  return code_point < kTabled ? table[code_point] : look_up(code_point);
}

std::size_t decomposition_of(char32_t code_point,
                             std::span<char32_t, kLongestDecomposition> decomposition) {
  icu::UnicodeString units;
  nfd().getDecomposition(static_cast<UChar32>(code_point), units);
  std::size_t size = 0;
  for (std::int32_t i = 0; i < units.length(); i = units.moveIndex32(i, 1)) {
    decomposition[size++] = static_cast<char32_t>(units.char32At(i));
  }
  return size;
}

}  // namespace spandrop
