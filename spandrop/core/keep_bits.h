// From a stream and a drop probability to one bit a span, with the widest vectors that the CPU has.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spandrop/core/philox.h"

namespace spandrop {

// A probability as a number of 64 bits: a span is dropped if its 64 random bits are below it.
struct Threshold {
  std::uint64_t value = 0;
  bool always = false;  // probability 1, which 64 bits cannot say

  static Threshold of(double probability);
};

// The 64 random bits of span i: 8 of the keep blocks above 56 of the tie blocks.
std::uint64_t span_bits(const Stream& stream, std::uint32_t attempt, std::size_t i);

// Sets bit i % 64 of words[i / 64] where span i is kept; writes ceil(n / 64) words, with zeros past
// n.
void keep_bits(const Stream& stream, std::uint32_t attempt, Threshold threshold, std::size_t n,
               std::uint64_t* words);

}  // namespace spandrop
