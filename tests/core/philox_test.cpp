#include "spandrop/core/philox.h"

#include <Random123/philox.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "spandrop/core/keep_bits.h"
#include "tests/core/instruction_sets.h"

namespace spandrop {
namespace {

constexpr std::uint32_t kLastAttempt = (1u << 24) - 1;

Stream random_stream(std::mt19937_64& random) {
  const std::uint64_t low = random(), high = random();
  return {{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32)},
          {static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32)}};
}

TEST(Philox, MatchesPhilox4x32x10OfRandom123) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 1000; ++round) {
    const Stream stream = random_stream(random);
    const auto index = static_cast<std::uint32_t>(random());
    const auto attempt = static_cast<std::uint32_t>(random()) & kLastAttempt;
    const auto purpose = static_cast<Purpose>(random() % 3);
    const r123::Philox4x32::ctr_type counter{{index,
                                              attempt * 256 + static_cast<std::uint32_t>(purpose),
                                              stream.high[0], stream.high[1]}};
    const r123::Philox4x32::key_type key{{stream.key[0], stream.key[1]}};
    const auto expected = r123::Philox4x32_R<10>()(counter, key);
    const Stream::Block block = stream.block(index, purpose, attempt);
    EXPECT_TRUE(std::equal(block.begin(), block.end(), expected.begin()));
  }
}

TEST(Philox, StreamsDifferInSeedViewAndId) {
  const Key key{1, 2, {3, 4}};
  const auto first = [](const Key& other) { return stream_of(other).block(0, Purpose::keep, 0); };
  EXPECT_EQ(first(key), first({1, 2, {3, 4}}));
  for (const Key& other : {Key{0, 2, {3, 4}}, Key{1, 0, {3, 4}}, Key{1, 2, {0, 4}},
                           Key{1, 2, {3, 0}}, Key{2, 1, {3, 4}}}) {
    EXPECT_NE(first(key), first(other));
  }
}

// Checks keep_bits against one comparison per span.
void check_keep_bits(const Stream& stream, std::uint32_t attempt, Threshold threshold,
                     std::size_t n) {
  std::vector<std::uint64_t> words((n + 63) / 64 + 1, 0xABCD);
  keep_bits(stream, attempt, threshold, n, words.data());
  ASSERT_EQ(words.back(), 0xABCDu) << "written past the last word, n = " << n;
  for (std::size_t i = 0; i < (n + 63) / 64 * 64; ++i) {
    const bool kept =
        i < n && !threshold.always && span_bits(stream, attempt, i) >= threshold.value;
    ASSERT_EQ(words[i / 64] >> (i % 64) & 1, std::uint64_t{kept}) << "span " << i << " of " << n;
  }
}

TEST(KeepBits, MatchOneComparisonPerSpan) {
  with_each_instruction_set([] {
    std::mt19937_64 random(2);
    for (std::size_t n = 0; n <= 300; ++n) {
      const auto attempt = static_cast<std::uint32_t>(random()) & kLastAttempt;
      check_keep_bits(random_stream(random), attempt, {random()}, n);
    }
    check_keep_bits(random_stream(random), 0, {random()}, 30'001);
  });
}

TEST(KeepBits, ThresholdsAtTheEdges) {
  with_each_instruction_set([] {
    std::mt19937_64 random(3);
    const std::uint64_t step = std::uint64_t{1} << 56;
    for (const std::uint64_t value :
         {std::uint64_t{0}, std::uint64_t{1}, step - 1, step, step + 1, 0x80 * step,
          0x7F * step + step / 2, 0xFF * step, 0xFF * step + step / 2, ~std::uint64_t{0}}) {
      check_keep_bits(random_stream(random), 0, {value}, 5000);
    }
    check_keep_bits(random_stream(random), 0, {0, true}, 200);
  });
}

// Thresholds made from a span's own bits: an equal threshold keeps the span, the next one drops it.
TEST(KeepBits, TiesAreDecidedByTheTieBits) {
  with_each_instruction_set([] {
    std::mt19937_64 random(4);
    for (int round = 0; round < 200; ++round) {
      const Stream stream = random_stream(random);
      const std::uint64_t bits = span_bits(stream, 5, random() % 200);
      check_keep_bits(stream, 5, {bits}, 200);
      check_keep_bits(stream, 5, {bits + 1}, 200);
    }
  });
}

TEST(KeepBits, ThresholdIsTheProbabilityIn64Bits) {
  EXPECT_EQ(Threshold::of(0).value, 0u);
  EXPECT_EQ(Threshold::of(0.5).value, std::uint64_t{1} << 63);
  EXPECT_EQ(Threshold::of(0x1p-64).value, 1u);
  EXPECT_EQ(Threshold::of(0x1.8p-64).value, 1u);
  EXPECT_EQ(Threshold::of(0x1p-65).value, 0u);
  EXPECT_EQ(Threshold::of(1 - 0x1p-53).value, ~std::uint64_t{0} << 11);
  EXPECT_FALSE(Threshold::of(1 - 0x1p-53).always);
  EXPECT_TRUE(Threshold::of(1).always);
}

}  // namespace
}  // namespace spandrop
