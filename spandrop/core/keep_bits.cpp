#include "spandrop/core/keep_bits.h"

#include <algorithm>
#include <bit>

#ifndef SPANDROP_CORE_KEEP_BITS_ONCE
#define SPANDROP_CORE_KEEP_BITS_ONCE
namespace spandrop {

// The lower 56 of a span's bits.
inline std::uint64_t tie_bits(const Stream& stream, std::uint32_t attempt, std::size_t i) {
  const Stream::Block tie = stream.block(static_cast<std::uint32_t>(i), Purpose::tie, attempt);
  return std::uint64_t{tie[1] & 0xFFFFFF} << 32 | tie[0];
}

}  // namespace spandrop
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spandrop/core/keep_bits.cpp"
#include <hwy/foreach_target.h>
// foreach_target must come first.
#include <hwy/highway.h>

#include "spandrop/core/philox_vectors.h"

HWY_BEFORE_NAMESPACE();
namespace spandrop::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A group is 256 spans from 16 blocks: span 64 w + 4 l + b of the group is byte b (0 lowest) of
// word w of block l. So the same word of consecutive blocks, as a vector, is a run of consecutive
// spans.
constexpr std::size_t kGroupSpans = 256, kGroupWords = 4, kGroupBlocks = 16;

// Compares the keep bits of whole groups with the threshold's upper 8 bits. Sets bits in `keep` for
// spans at or above it and in `equal` for ties, which their lower 56 bits decide.
#if HWY_TARGET == HWY_SCALAR

void compare_groups(const Stream& stream, std::uint32_t attempt, std::size_t first_group,
                    std::size_t groups, std::uint8_t limit, std::uint64_t* keep,
                    std::uint64_t* equal) {
  std::fill_n(keep, groups * kGroupWords, 0);
  std::fill_n(equal, groups * kGroupWords, 0);
  for (std::size_t j = 0; j < groups * kGroupBlocks; ++j) {
    const auto number = static_cast<std::uint32_t>(first_group * kGroupBlocks + j);
    const Stream::Block block = stream.block(number, Purpose::keep, attempt);
    for (std::size_t i = 0; i < 16; ++i) {
      const std::uint32_t bits = block[i / 4] >> (8 * (i % 4)) & 0xFF;
      const std::size_t word = j / kGroupBlocks * kGroupWords + i / 4;
      const std::size_t span = 4 * (j % kGroupBlocks) + i % 4;
      keep[word] |= std::uint64_t{bits >= limit} << span;
      equal[word] |= std::uint64_t{bits == limit} << span;
    }
  }
}

#else

void compare_groups(const Stream& stream, std::uint32_t attempt, std::size_t first_group,
                    std::size_t groups, std::uint8_t limit, std::uint64_t* keep,
                    std::uint64_t* equal) {
  const hn::CappedTag<std::uint64_t, kGroupBlocks / 2> d64;
  const hn::Repartition<std::uint32_t, decltype(d64)> d32;
  const hn::Repartition<std::uint8_t, decltype(d64)> d8;
  using V = hn::Vec<decltype(d64)>;
  const std::size_t blocks = 2 * hn::Lanes(d64);
  const auto limits = hn::Set(d8, limit);
  const auto mask_bits = [&](auto mask) {
    std::uint64_t bits[2] = {};  // StoreMaskBits needs spare room
    hn::StoreMaskBits(d8, mask, reinterpret_cast<std::uint8_t*>(bits));
    return bits[0];
  };
  const auto lane = hn::Iota(d64, 0);
  const auto counter1 = hn::Set(d64, Stream::counter_word(Purpose::keep, attempt));
  const auto high0 = hn::Set(d64, stream.high[0]), high1 = hn::Set(d64, stream.high[1]);
  for (std::size_t first = 0; first < groups * kGroupBlocks; first += blocks) {
    // Even-numbered blocks in a, odd-numbered ones in b.
    const auto even =
        hn::Add(hn::Add(lane, lane), hn::Set(d64, first_group * kGroupBlocks + first));
    Blocks<V> a{even, counter1, high0, high1};
    Blocks<V> b{hn::Add(even, hn::Set(d64, 1)), counter1, high0, high1};
    std::uint32_t key0 = stream.key[0], key1 = stream.key[1];
    for (int round = 0; round < philox::kRounds; ++round) {
      philox_round(d64, a, hn::Set(d64, key0), hn::Set(d64, key1));
      philox_round(d64, b, hn::Set(d64, key0), hn::Set(d64, key1));
      key0 += philox::kWeyl0;
      key1 += philox::kWeyl1;
    }
    const auto compare = [&](V a_words, V b_words, std::size_t word) {
      const auto both =
          hn::OddEven(hn::BitCast(d32, hn::ShiftLeft<32>(b_words)), hn::BitCast(d32, a_words));
      const auto bits = hn::BitCast(d8, both);
      const std::size_t at = first / kGroupBlocks * kGroupWords + word;
      const std::size_t shift = 4 * (first % kGroupBlocks);
      if (shift == 0) keep[at] = equal[at] = 0;
      keep[at] |= mask_bits(hn::Eq(hn::Max(bits, limits), bits)) << shift;
      equal[at] |= mask_bits(hn::Eq(bits, limits)) << shift;
    };
    compare(a.w0, b.w0, 0);
    compare(a.w1, b.w1, 1);
    compare(a.w2, b.w2, 2);
    compare(a.w3, b.w3, 3);
  }
}

#endif

void keep_groups(const Stream& stream, std::uint32_t attempt, Threshold threshold, std::size_t n,
                 std::uint64_t* words) {
  const auto limit = static_cast<std::uint8_t>(threshold.value >> 56);
  constexpr std::uint64_t lower = (std::uint64_t{1} << 56) - 1;
  // Ties are collected over many groups and then resolved, so that no step waits for another.
  constexpr std::size_t chunk_spans = 16 * kGroupSpans;
  std::uint64_t keep[chunk_spans / 64], equal[chunk_spans / 64];
  std::uint32_t ties[chunk_spans + 1];  // one extra: a word without ties also writes
  for (std::size_t begin = 0; begin < n; begin += chunk_spans) {
    const std::size_t end = std::min(n, begin + chunk_spans);
    const std::size_t groups = (end - begin + kGroupSpans - 1) / kGroupSpans;
    compare_groups(stream, attempt, begin / kGroupSpans, groups, limit, keep, equal);
    std::copy_n(keep, (end - begin + 63) / 64, words + begin / 64);
    std::size_t count = 0;
    for (std::size_t i = begin; i < end; i += 64) {
      std::uint64_t left = equal[(i - begin) / 64];
      // No branch for the first tie: whether there is one is unpredictable.
      ties[count] =
          static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(std::countr_zero(left));
      count += left != 0;
      for (left &= left - 1; left != 0; left &= left - 1) {
        ties[count++] =
            static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(std::countr_zero(left));
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t dropped = tie_bits(stream, attempt, ties[i]) < (threshold.value & lower);
      words[ties[i] / 64] &= ~(dropped << (ties[i] % 64));
    }
  }
}

}  // namespace spandrop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spandrop {
HWY_EXPORT(keep_groups);

Threshold Threshold::of(double probability) {
  if (probability >= 1.0) return {0, true};
  return {static_cast<std::uint64_t>(probability * 0x1p64), false};
}

std::uint64_t span_bits(const Stream& stream, std::uint32_t attempt, std::size_t i) {
  const auto block = static_cast<std::uint32_t>(i / 256 * 16 + i % 64 / 4);
  const std::uint32_t word = stream.block(block, Purpose::keep, attempt)[i % 256 / 64];
  const std::uint64_t upper = word >> (8 * (i % 4)) & 0xFF;
  return upper << 56 | tie_bits(stream, attempt, i);
}

void keep_bits(const Stream& stream, std::uint32_t attempt, Threshold threshold, std::size_t n,
               std::uint64_t* words) {
  const std::size_t count = (n + 63) / 64;
  if (threshold.always || threshold.value == 0) {
    std::fill_n(words, count, threshold.always ? 0 : ~std::uint64_t{0});
  } else {
    HWY_DYNAMIC_DISPATCH(keep_groups)(stream, attempt, threshold, n, words);
  }
  if (n % 64 != 0) words[count - 1] &= (std::uint64_t{1} << (n % 64)) - 1;
}

}  // namespace spandrop
#endif  // HWY_ONCE
