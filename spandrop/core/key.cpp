#include "spandrop/core/key.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>

namespace spandrop {
namespace {

static_assert(std::endian::native == std::endian::little,
              "hashes are computed from little-endian bytes");

// The hash seed, so that equal bytes get different ids as a name, text or tokens (docs/draw.md).
enum class Kind : XXH64_hash_t { name = 0, text = 1, tokens = 2, strings = 3 };

ExampleId from_hash(const XXH128_hash_t& hash) { return {hash.low64, hash.high64}; }

ExampleId hash_bytes(Kind kind, const void* bytes, std::size_t size) {
  return from_hash(XXH3_128bits_withSeed(bytes, size, static_cast<XXH64_hash_t>(kind)));
}

// Hashes data that is not contiguous in memory.
class Hasher {
 public:
  explicit Hasher(Kind kind) : state_(XXH3_createState()) {
    XXH3_128bits_reset_withSeed(state_, static_cast<XXH64_hash_t>(kind));
  }
  ~Hasher() { XXH3_freeState(state_); }
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;
  void add(const void* bytes, std::size_t size) { XXH3_128bits_update(state_, bytes, size); }
  ExampleId id() const { return from_hash(XXH3_128bits_digest(state_)); }

 private:
  XXH3_state_t* state_;
};

}  // namespace

ExampleId id_of(std::string_view name) { return hash_bytes(Kind::name, name.data(), name.size()); }

ExampleId id_of(std::int64_t number) { return id_of(std::to_string(number)); }

ExampleId content_id(std::string_view text) {
  return hash_bytes(Kind::text, text.data(), text.size());
}

ExampleId content_id(std::span<const std::int64_t> tokens) {
  return hash_bytes(Kind::tokens, tokens.data(), tokens.size_bytes());
}

// Tokens are hashed as 64-bit integers, whatever type they are stored in.
ExampleId content_id(std::span<const std::int32_t> tokens) {
  Hasher hasher(Kind::tokens);
  std::array<std::int64_t, 256> wide;
  while (!tokens.empty()) {
    const std::size_t count = std::min(tokens.size(), wide.size());
    for (std::size_t i = 0; i < count; ++i) wide[i] = tokens[i];
    hasher.add(wide.data(), count * sizeof(wide[0]));
    tokens = tokens.subspan(count);
  }
  return hasher.id();
}

ExampleId content_id(std::span<const std::string_view> tokens) {
  Hasher hasher(Kind::strings);
  for (const std::string_view token : tokens) {
    const std::uint64_t size = token.size();
    hasher.add(&size, sizeof(size));
    hasher.add(token.data(), token.size());
  }
  return hasher.id();
}

}  // namespace spandrop
