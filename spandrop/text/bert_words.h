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

// Words of one stretch at a time, run by run; the memory is used again.
class BertWords {
 public:
  struct Word {
    std::size_t begin;  // in bytes() and origins()
    std::size_t end;
    std::size_t characters;  // code points
  };

  // Goes to a stretch of text, which must outlive this, and which begins at `position` units.
  void start(std::string_view stretch, std::size_t position, Unit unit);
  // Reads up to white space, or one Chinese character; false at the end of the stretch.
  bool next_run();
  // How far it is, in units.
  std::size_t position() const { return position_; }

  // The words and punctuation marks of the run.
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
  void find_words();
  void append(const Part& part);
  void begin_word();

  std::string_view stretch_;
  std::size_t at_ = 0;  // bytes of the stretch that were read
  std::size_t position_ = 0;
  Unit unit_ = Unit::byte;
  std::vector<Part> run_;
  std::string bytes_;
  std::vector<TokenRange> origins_;
  std::vector<Word> words_;
  std::vector<TokenRange> sources_;  // of a run that is put in order
};

}  // namespace spandrop
