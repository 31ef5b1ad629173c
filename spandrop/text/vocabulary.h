// The tokens of a WordPiece model and their ids.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace spandrop {

struct Vocabulary {
  struct Token {
    std::string text;
    std::int32_t id = 0;
  };

  // The pieces of words; "##x" is x inside a word. If two have the same text, the last one is used.
  std::vector<Token> tokens;
  // Special tokens, matched verbatim in a text before any other processing.
  std::vector<Token> specials;
  std::int32_t unknown = 0;    // [UNK]
  std::int32_t beginning = 0;  // [CLS]
  std::int32_t separator = 0;  // [SEP]
};

// Fills in unknown, beginning and separator by their names in BERT's vocabularies. Throws
// std::invalid_argument if one is missing.
void name_special_ids(Vocabulary& vocabulary);

// Reads a vocab.txt: one token per line, without white space at its end. Its id is the line number,
// from 0. [PAD], [UNK], [CLS], [SEP] and [MASK] are special tokens if present.
Vocabulary vocabulary_of_lines(std::string_view lines);

}  // namespace spandrop
