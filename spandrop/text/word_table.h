// Whole words of up to 16 ASCII letters and digits, found at one look: most words of a text are
// such words of the vocabulary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spandrop/text/vocabulary.h"

namespace spandrop {

// A hash table with open addressing, kept small: it is fast as long as it is in the cache.
class WordTable {
 public:
  explicit WordTable(const std::vector<Vocabulary::Token>& tokens);

  static constexpr std::int32_t kNone = -1;

  // The id of a word, or kNone: its first 8 bytes and the rest, in lower case, zeros after them.
  std::int32_t find(std::uint64_t first, std::uint64_t rest) const {
    return slots_[slot_of(first, rest)].id;
  }

 private:
  struct Slot {
    std::uint64_t first = 0, rest = 0;
    std::int32_t id = kNone;  // a free slot
  };

  // The slot of a word, or the free one where it would be.
  std::size_t slot_of(std::uint64_t first, std::uint64_t rest) const {
    constexpr std::uint64_t mix = 0x9E3779B97F4A7C15;  // 2^64 by the golden ratio
    std::size_t i = (first ^ rest * mix) * mix >> shift_;
    while ((slots_[i].first != first || slots_[i].rest != rest) && slots_[i].id != kNone) {
      i = (i + 1) & (slots_.size() - 1);
    }
    return i;
  }

  unsigned shift_;
  std::vector<Slot> slots_;  // a power of two of them, at most 3 of 4 taken
};

}  // namespace spandrop
