#include "spandrop/core/philox.h"

// Inlined, hashing keys of constant size takes a third of the time.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace spandrop {

Stream stream_of(const Key& key) {
  const std::uint64_t words[4] = {key.seed, key.view, key.id.low, key.id.high};
  const XXH128_hash_t hash = XXH3_128bits(words, sizeof(words));
  return {{static_cast<std::uint32_t>(hash.low64), static_cast<std::uint32_t>(hash.low64 >> 32)},
          {static_cast<std::uint32_t>(hash.high64), static_cast<std::uint32_t>(hash.high64 >> 32)}};
}

Stream::Block Stream::block(std::uint32_t index, Purpose purpose, std::uint32_t attempt) const {
  Block x{index, counter_word(purpose, attempt), high[0], high[1]};
  std::uint32_t k0 = key[0], k1 = key[1];
  for (int round = 0; round < philox::kRounds; ++round) {
    const std::uint64_t product0 = std::uint64_t{philox::kMultiplier0} * x[0];
    const std::uint64_t product1 = std::uint64_t{philox::kMultiplier1} * x[2];
    x = {static_cast<std::uint32_t>(product1 >> 32) ^ x[1] ^ k0,
         static_cast<std::uint32_t>(product1),
         static_cast<std::uint32_t>(product0 >> 32) ^ x[3] ^ k1,
         static_cast<std::uint32_t>(product0)};
    k0 += philox::kWeyl0;
    k1 += philox::kWeyl1;
  }
  return x;
}

}  // namespace spandrop
