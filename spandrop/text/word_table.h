// Looks up whole words of up to 16 ASCII letters and digits. Most words of a text are of this kind
// and in the vocabulary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spandrop/text/vocabulary.h"

namespace spandrop {

// A hash table with open addressing, kept small so that it stays in the cache.
class WordTable {
 public:
  explicit WordTable(const std::vector<Vocabulary::Token>& tokens);

  static constexpr std::int32_t kNone = -1;

  // The id of a word, or kNone. The word is given as its first 8 bytes and the rest, in lower case,
  // padded with zeros.
  std::int32_t find(std::uint64_t first, std::uint64_t rest) const {
    return slots_[slot_of(first, rest)].id;
  }

 private:
  struct Slot {
    std::uint64_t first = 0, rest = 0;
    std::int32_t id = kNone;  // kNone: a free slot
  };

  // The slot of a word, or the free slot where it belongs.
  std::size_t slot_of(std::uint64_t first, std::uint64_t rest) const {
    constexpr std::uint64_t mix = 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio
    std::size_t i = (first ^ rest * mix) * mix >> shift_;
    while ((slots_[i].first != first || slots_[i].rest != rest) && slots_[i].id != kNone) {
      i = (i + 1) & (slots_.size() - 1);
    }
    return i;
  }

  unsigned shift_;
  std::vector<Slot> slots_;  // a power of two, at most 3/4 full
};

}  // namespace spandrop
