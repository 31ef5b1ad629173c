// Philox4x32-10: random bits as a function of a key and a counter (Salmon et al., 2011).
#pragma once

#include <array>
#include <cstdint>

#include "spandrop/core/key.h"

namespace spandrop {

// What random bits are used for. Each purpose has its own counters; a draw uses the first three.
enum class Purpose : std::uint32_t { keep = 0, tie = 1, beta = 2, sequence = 3 };

// The random bits of one key: four 32-bit words per counter.
struct Stream {
  std::uint32_t key[2];
  std::uint32_t high[2];  // the upper half of each counter

  using Block = std::array<std::uint32_t, 4>;
  // Counter word 1: the purpose and, for noise-free draws, the number of the try (below 2^24).
  static std::uint32_t counter_word(Purpose purpose, std::uint32_t attempt) {
    return attempt << 8 | static_cast<std::uint32_t>(purpose);
  }
  // Block `index` of one purpose and try.
  Block block(std::uint32_t index, Purpose purpose, std::uint32_t attempt) const;
};

// The stream of a key, from the 128-bit hash of its seed, view and id.
Stream stream_of(const Key& key);

namespace philox {
inline constexpr std::uint32_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
inline constexpr std::uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
inline constexpr int kRounds = 10;
}  // namespace philox

}  // namespace spandrop
