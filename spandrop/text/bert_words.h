// Words of text beyond ASCII, normalised as the uncased BERT normaliser of Hugging Face's
// tokenizers does it, with the place in the text that each byte came from.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/text/bert_character.h"
#include "spandrop/text/tokens.h"
#include "spandrop/text/units.h"

namespace spandrop {

// Words of one stretch at a time; the memory is used again.
class BertWords {
 public:
  struct Word {
    std::size_t begin;  // in bytes() and origins()
    std::size_t end;
    std::size_t characters;  // code points
  };

  // Finds the words and punctuation marks of a stretch of text that begins at `position` units and
  // returns the position of its end.
  std::size_t read(std::string_view stretch, std::size_t position, Unit unit);

  const std::vector<Word>& words() const { return words_; }
  // The words in lower case, without accents, one after another.
  const std::string& bytes() const { return bytes_; }
  // The range of units that each byte came from.
  const std::vector<TokenRange>& origins() const { return origins_; }

 private:
  // A character after decomposition.
  struct Part {
    BertCharacter facts;
    bool is_extra;  // not the first of its decomposition
    TokenRange origin;
  };

  void add(char32_t code_point, const BertCharacter& facts, TokenRange origin);
  void order_marks();
  void finish_run();
  void append(const Part& part);
  void begin_word();

  std::vector<Part> run_;  // what is not parted by white space
  std::string bytes_;
  std::vector<TokenRange> origins_;
  std::vector<Word> words_;
  std::vector<TokenRange> sources_;  // of a run that is put in order
};

}  // namespace spandrop
