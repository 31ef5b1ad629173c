// Numbers for words, the same for words that differ only in case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/text/ascii_break.h"

namespace spandrop {

// Words are compared by Unicode case folding, without the white space around them. One flat table:
// every word of a context is looked up in that of its questions.
class FoldedWords {
 public:
  static constexpr std::int32_t kUnknown = -1;

  // The table has room for so many words before it grows.
  explicit FoldedWords(std::size_t words = 16);

  // The number of the word in that range of a text: a new one, from 0, if it was not there before.
  std::int32_t add(std::string_view text, Range word);
  // The number of a word, kUnknown if it was never added.
  std::int32_t find(std::string_view text, Range word);

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::int32_t number = kUnknown;  // then the slot is free
  };
  struct Word {
    std::size_t begin = 0;  // in blocks_
    std::size_t size = 0;   // in bytes
  };

  // Puts the folded word into folded_, eight bytes a block with zeros at the end, and its hash.
  void fold(std::string_view text, Range word);
  void fold_by_icu(std::string_view word);
  void start(std::size_t size) {
    folded_size_ = size;
    if (8 * folded_.size() < size) folded_.resize((size + 7) / 8);
  }
  // Its slot, or the free one where it belongs.
  Slot& slot();
  bool is_folded(std::int32_t number) const;
  void grow();

  const AsciiWords& rules_ = AsciiWords::instance();
  std::vector<std::uint64_t> folded_;  // as long as the longest word so far
  std::size_t folded_size_ = 0;        // in bytes
  std::uint64_t hash_ = 0;
  std::string icu_text_;

  std::vector<Slot> table_;  // a power of two, at most a quarter full: most words are not in it
  std::vector<Word> words_;
  std::vector<std::uint64_t> blocks_;  // of all words
};

}  // namespace spandrop
