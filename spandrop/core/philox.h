// Philox4x32-10: random bits as a function of a key and a counter (Salmon et al., 2011).
#pragma once

#include <array>
#include <cstdint>

#include "spandrop/core/key.h"

namespace spandrop {

// What random bits are for; each purpose has counters of its own. The first three are a draw's.
enum class Purpose : std::uint32_t { keep = 0, tie = 1, beta = 2, sequence = 3 };

// The random bits of one key: four words of 32 bits for each counter.
struct Stream {
  std::uint32_t key[2];
  std::uint32_t high[2];  // the upper half of each counter

  using Block = std::array<std::uint32_t, 4>;
  // Counter word 1: the purpose, and the number of the try in noise-free draws (below 2^24).
  static std::uint32_t counter_word(Purpose purpose, std::uint32_t attempt) {
    return attempt << 8 | static_cast<std::uint32_t>(purpose);
  }
  // Block `index` of one purpose and try.
  Block block(std::uint32_t index, Purpose purpose, std::uint32_t attempt) const;
};

// The stream that belongs to a key: the 128-bit hash of seed, view and id.
Stream stream_of(const Key& key);

namespace philox {
inline constexpr std::uint32_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
inline constexpr std::uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
inline constexpr int kRounds = 10;
}  // namespace philox

}  // namespace spandrop
