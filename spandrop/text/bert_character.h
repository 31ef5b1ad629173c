// What the uncased BERT normaliser of Hugging Face's tokenizers does to one character.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace spandrop {

struct BertCharacter {
  char32_t lower = 0;                // in lower case
  std::uint8_t combining_class = 0;  // for the canonical order of marks
  bool is_deleted : 1 = false;       // control and format characters, private use, U+FFFD
  bool is_space : 1 = false;
  bool is_ideograph : 1 = false;  // always a word by itself
  bool decomposes : 1 = false;    // into other characters, by decomposition_of
  bool is_accent : 1 = false;     // removed after decomposition
  bool is_punctuation : 1 = false;
};

// The properties of a code point. Categories are those of Unicode 8 and decompositions those of
// Unicode 9, as in tokenizers 0.23, whatever the version of ICU. Lower case and white space are
// ICU's.
BertCharacter bert_character(char32_t code_point);

// Maximum number of code points in a decomposition.
inline constexpr std::size_t kLongestDecomposition = 4;

// Writes the canonical decomposition of a character that decomposes and returns its size.
std::size_t decomposition_of(char32_t code_point,
                             std::span<char32_t, kLongestDecomposition> decomposition);

}  // namespace spandrop
