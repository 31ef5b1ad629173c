// Numbers words; words that differ only in case get the same number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/text/ascii_break.h"

namespace spandrop {

// Words are compared by Unicode case folding, without surrounding white space. The table is flat
// for speed: every word of a context is looked up among those of its questions.
class FoldedWords {
 public:
  static constexpr std::int32_t kUnknown = -1;

  // Reserves room for this many words.
  explicit FoldedWords(std::size_t words = 16);

  // The number of the word in this range of a text. A new word gets the next number, from 0.
  std::int32_t add(std::string_view text, Range word);
  // The number of a word, or kUnknown if it was never added.
  std::int32_t find(std::string_view text, Range word);

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::int32_t number = kUnknown;  // if unknown, the slot is free
  };
  struct Word {
    std::size_t begin = 0;  // in blocks_
    std::size_t size = 0;   // in bytes
  };

  // Writes the folded word to folded_, in blocks of eight bytes padded with zeros, and its hash to
  // hash_.
  void fold(std::string_view text, Range word);
  void fold_by_icu(std::string_view word);
  void start(std::size_t size) {
    folded_size_ = size;
    if (8 * folded_.size() < size) folded_.resize((size + 7) / 8);
  }
  // The slot of the folded word, or the free slot where it belongs.
  Slot& slot();
  bool is_folded(std::int32_t number) const;
  void grow();

  const AsciiWords& rules_ = AsciiWords::instance();
  std::vector<std::uint64_t> folded_;  // as long as the longest word so far
  std::size_t folded_size_ = 0;        // in bytes
  std::uint64_t hash_ = 0;
  std::string icu_text_;

  std::vector<Slot> table_;  // a power of two, at most a quarter full, as most lookups miss
  std::vector<Word> words_;
  std::vector<std::uint64_t> blocks_;  // of all words
};

}  // namespace spandrop
