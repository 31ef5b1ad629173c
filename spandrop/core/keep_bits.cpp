#include "spandrop/core/keep_bits.h"

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spandrop/core/keep_bits.cpp"
#include <hwy/foreach_target.h>
// foreach_target must come first.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spandrop::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A group is 128 spans from 16 blocks: span 32 w + 2 l + h of the group is half h (0 low, 1 high)
// of word w of block l. So one word of consecutive blocks, as a vector, is a run of consecutive
// spans.
constexpr std::size_t kGroupSpans = 128, kGroupBlocks = 16;

// Compares 128 spans with the threshold's upper 16 bits: bits of those at or above it go to `keep`;
// true if some are equal, so that their lower 48 bits must decide.
#if HWY_TARGET == HWY_SCALAR

bool group_bits(const Stream& stream, std::uint32_t attempt, std::uint32_t group,
                std::uint16_t limit, std::uint64_t* keep) {
  bool equal = false;
  keep[0] = keep[1] = 0;
  for (std::uint32_t lane = 0; lane < kGroupBlocks; ++lane) {
    const Stream::Block block = stream.block(group * kGroupBlocks + lane, Purpose::keep, attempt);
    for (std::size_t i = 0; i < 8; ++i) {
      const std::uint32_t bits = block[i / 2] >> (16 * (i % 2)) & 0xFFFF;
      const std::size_t span = 32 * (i / 2) + 2 * lane + i % 2;
      keep[span / 64] |= std::uint64_t{bits >= limit} << (span % 64);
      equal |= bits == limit;
    }
  }
  return equal;
}

#else

bool group_bits(const Stream& stream, std::uint32_t attempt, std::uint32_t group,
                std::uint16_t limit, std::uint64_t* keep) {
  auto* const keep_bytes = reinterpret_cast<std::uint8_t*>(keep);
  const std::uint32_t counter = Stream::counter_word(Purpose::keep, attempt);
  // Each 64-bit lane computes one block in its low half; what gathers in the high half is never
  // read.
  const hn::CappedTag<std::uint64_t, kGroupBlocks / 2> d64;
  const hn::Repartition<std::uint32_t, decltype(d64)> d32;
  const hn::Repartition<std::uint16_t, decltype(d64)> d16;
  const std::size_t blocks = 2 * hn::Lanes(d64);
  const auto multiplier0 = hn::Set(d64, philox::kMultiplier0);
  const auto multiplier1 = hn::Set(d64, philox::kMultiplier1);
  const auto weyl0 = hn::Set(d64, philox::kWeyl0), weyl1 = hn::Set(d64, philox::kWeyl1);
  const auto limits = hn::Set(d16, limit);
  const auto multiply = [&](auto a, auto b) {
    return hn::MulEven(hn::BitCast(d32, a), hn::BitCast(d32, b));
  };

  auto equal = hn::Zero(d16);
  for (std::size_t first = 0; first < kGroupBlocks; first += blocks) {
    // Blocks of even number in a, of odd number in b.
    const auto lane = hn::Iota(d64, 0);
    const auto even = hn::Add(hn::Add(lane, lane), hn::Set(d64, group * kGroupBlocks + first));
    auto a0 = even, b0 = hn::Add(even, hn::Set(d64, 1));
    auto a1 = hn::Set(d64, counter), b1 = a1;
    auto a2 = hn::Set(d64, stream.high[0]), b2 = a2;
    auto a3 = hn::Set(d64, stream.high[1]), b3 = a3;
    auto key0 = hn::Set(d64, stream.key[0]), key1 = hn::Set(d64, stream.key[1]);
    for (int round = 0; round < philox::kRounds; ++round) {
      const auto pa0 = multiply(a0, multiplier0), pa1 = multiply(a2, multiplier1);
      const auto pb0 = multiply(b0, multiplier0), pb1 = multiply(b2, multiplier1);
      a0 = hn::Xor(hn::ShiftRight<32>(pa1), hn::Xor(a1, key0));
      b0 = hn::Xor(hn::ShiftRight<32>(pb1), hn::Xor(b1, key0));
      a2 = hn::Xor(hn::ShiftRight<32>(pa0), hn::Xor(a3, key1));
      b2 = hn::Xor(hn::ShiftRight<32>(pb0), hn::Xor(b3, key1));
      a1 = pa1, b1 = pb1, a3 = pa0, b3 = pb0;
      key0 = hn::Add(key0, weyl0);
      key1 = hn::Add(key1, weyl1);
    }
    const auto compare = [&](auto a, auto b, std::size_t word) {
      const auto both = hn::OddEven(hn::BitCast(d32, hn::ShiftLeft<32>(b)), hn::BitCast(d32, a));
      const auto bits = hn::BitCast(d16, both);
      equal = hn::Or(equal, hn::VecFromMask(d16, hn::Eq(bits, limits)));
      hn::StoreMaskBits(d16, hn::Not(hn::Lt(bits, limits)),
                        keep_bytes + (32 * word + 2 * first) / 8);
    };
    compare(a0, b0, 0);
    compare(a1, b1, 1);
    compare(a2, b2, 2);
    compare(a3, b3, 3);
  }
  return !hn::AllFalse(d16, hn::Ne(equal, hn::Zero(d16)));
}

#endif

void keep_groups(const Stream& stream, std::uint32_t attempt, Threshold threshold, std::size_t n,
                 std::uint64_t* words) {
  const auto limit = static_cast<std::uint16_t>(threshold.value >> 48);
  for (std::size_t begin = 0; begin < n; begin += kGroupSpans) {
    alignas(16) std::uint64_t keep[3];  // one more: StoreMaskBits asks for 8 bytes of room
    const auto group = static_cast<std::uint32_t>(begin / kGroupSpans);
    if (group_bits(stream, attempt, group, limit, keep)) {
      // The spans at the limit are those that the next limit would drop.
      alignas(16) std::uint64_t above[3] = {};
      if (limit < 0xFFFF) group_bits(stream, attempt, group, limit + 1, above);
      for (std::size_t half = 0; half < 2; ++half) {
        for (std::uint64_t ties = keep[half] & ~above[half]; ties != 0; ties &= ties - 1) {
          const auto bit = static_cast<std::size_t>(std::countr_zero(ties));
          if (span_bits(stream, attempt, begin + 64 * half + bit) < threshold.value) {
            keep[half] &= ~(std::uint64_t{1} << bit);
          }
        }
      }
    }
    words[begin / 64] = keep[0];
    if (begin + 64 < n) words[begin / 64 + 1] = keep[1];
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
  const std::size_t group = i / 128, word = i % 128 / 32, lane = i % 32 / 2, half = i % 2;
  const auto index = static_cast<std::uint32_t>(group * 16 + lane);
  const std::uint64_t upper =
      stream.block(index, Purpose::keep, attempt)[word] >> (16 * half) & 0xFFFF;
  const Stream::Block tie = stream.block(static_cast<std::uint32_t>(i), Purpose::tie, attempt);
  return upper << 48 | std::uint64_t{tie[1] & 0xFFFF} << 32 | tie[0];
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
