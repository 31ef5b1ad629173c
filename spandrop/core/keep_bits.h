// From a stream and a drop probability to one bit per span, using the CPU's widest vectors.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spandrop/core/philox.h"

namespace spandrop {

// A probability as a 64-bit number: a span is dropped if its 64 random bits are below it.
struct Threshold {
  std::uint64_t value = 0;
  bool always = false;  // probability 1, which 64 bits cannot represent

  static Threshold of(double probability);
};

// The 64 random bits of span i: the upper 8 from the keep blocks, the lower 56 from the tie blocks.
std::uint64_t span_bits(const Stream& stream, std::uint32_t attempt, std::size_t i);

// Sets bit i % 64 of words[i / 64] if span i is kept. Writes ceil(n / 64) words, with zeros past n.
void keep_bits(const Stream& stream, std::uint32_t attempt, Threshold threshold, std::size_t n,
               std::uint64_t* words);

}  // namespace spandrop
