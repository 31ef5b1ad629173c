// Turns the words of a text into tokens: most by one table lookup, the others piece by piece.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "spandrop/text/piece_trie.h"
#include "spandrop/text/special_tokens.h"
#include "spandrop/text/tokens.h"
#include "spandrop/text/units.h"
#include "spandrop/text/vocabulary.h"
#include "spandrop/text/word_table.h"

namespace spandrop {

// A vocabulary in the form of lookup tables.
struct WordModel {
  explicit WordModel(const Vocabulary& vocabulary);

  std::int32_t unknown;
  WordTable words;
  PieceTrie pieces;
  std::array<std::int32_t, 128> punctuation;  // the id of an ASCII punctuation mark
};

// Writes the tokens of one text to arrays with room for one token per byte.
class TokenWriter {
 public:
  TokenWriter(const WordModel& model, Unit unit, std::int32_t* ids, TokenRange* offsets)
      : model_(model), unit_(unit), first_(ids), ids_(ids), offsets_(offsets) {}

  std::size_t count() const { return static_cast<std::size_t>(ids_ - first_); }

  // Adds a special token found in the text. All text before it must have been added.
  void add_special(std::string_view text, const SpecialTokens::Found& found);
  // Adds the tokens of `text` from `position` on. All text before it must have been added.
  void add_text(std::string_view text, std::size_t position);

 private:
  void add(std::int32_t id, std::size_t begin, std::size_t end) {
    *ids_++ = id;
    *offsets_++ = {static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end)};
  }
  void add_bytes(std::int32_t id, std::size_t begin, std::size_t end) {
    add(id, begin - shift_, end - shift_);
  }
  template <class Add>
  void add_pieces(std::string_view word, Add add_piece);
  void add_ascii_word(std::string_view word, std::size_t position);
  // Each adds what begins at a position and returns where it ends.
  std::size_t add_mark(std::string_view text, std::size_t position);
  std::size_t add_long_word(std::string_view text, std::size_t position);
  std::size_t add_stretch(std::string_view text, std::size_t position);

  const WordModel& model_;
  const Unit unit_;
  std::int32_t* const first_;
  std::int32_t* ids_;
  TokenRange* offsets_;
  std::size_t shift_ = 0;  // bytes so far minus units so far
};

}  // namespace spandrop
