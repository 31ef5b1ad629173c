// Words of non-ASCII text, normalised like the uncased BERT normaliser of Hugging Face's
// tokenizers, with the position in the text that each byte came from.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/text/bert_character.h"
#include "spandrop/text/tokens.h"
#include "spandrop/text/units.h"

namespace spandrop {

// Reads the words of one stretch at a time, run by run. Reuses its memory.
class BertWords {
 public:
  struct Word {
    std::size_t begin;  // in bytes() and origins()
    std::size_t end;
    std::size_t characters;  // code points
  };

  // Starts a stretch of text that begins at `position` units. The stretch must outlive this object.
  void start(std::string_view stretch, std::size_t position, Unit unit);
  // Reads up to white space, or one Chinese character. Returns false at the end of the stretch.
  bool next_run();
  // The current position in units.
  std::size_t position() const { return position_; }

  // The words and punctuation marks of the run.
  const std::vector<Word>& words() const { return words_; }
  // The concatenated words, in lower case and without accents.
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
  std::size_t at_ = 0;  // bytes of the stretch read so far
  std::size_t position_ = 0;
  Unit unit_ = Unit::byte;
  std::vector<Part> run_;
  std::string bytes_;
  std::vector<TokenRange> origins_;
  std::vector<Word> words_;
  std::vector<TokenRange> sources_;  // of a run that is being reordered
};

}  // namespace spandrop
