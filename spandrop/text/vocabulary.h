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

  // What words are made of; "##x" is x inside a word. Of two with the same text, the last counts.
  std::vector<Token> tokens;
  // What is found in a text as it is spelled, before anything else is done to it.
  std::vector<Token> specials;
  std::int32_t unknown = 0;    // [UNK]
  std::int32_t beginning = 0;  // [CLS]
  std::int32_t separator = 0;  // [SEP]
};

// Fills in unknown, beginning and separator by their names in BERT's vocabularies. Throws
// std::invalid_argument if there is no token of such a name.
void name_special_ids(Vocabulary& vocabulary);

// Reads a vocab.txt: a token a line, its id the number of the line from 0, white space at its end
// left out. [PAD], [UNK], [CLS], [SEP] and [MASK] are special where they are there.
Vocabulary vocabulary_of_lines(std::string_view lines);

}  // namespace spandrop
