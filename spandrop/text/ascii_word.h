// Words of ASCII letters and digits, eight bytes at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace spandrop {

// The eight bytes from `position` on, the first in the lowest bits; zeros past the end of the text.
inline std::uint64_t eight_bytes_at(std::string_view text, std::size_t position) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t bytes = 0;
  if (position + 8 <= text.size()) {
    std::memcpy(&bytes, text.data() + position, 8);
  } else if (position < text.size()) {
    std::memcpy(&bytes, text.data() + position, text.size() - position);
  }
  return bytes;
}

// The letters and digits that a stretch begins with, in lower case.
struct WordBytes {
  std::uint64_t bytes = 0;  // followed by zeros
  std::size_t size = 0;     // 8: there may be more
};

// Tests all eight bytes at once: adding 0x80 - a to a byte below 0x80 sets its highest bit if it is
// at least a.
inline WordBytes word_bytes(std::uint64_t bytes) {
  constexpr std::uint64_t ones = 0x0101010101010101, high = 0x80 * ones;
  const auto from = [](std::uint64_t seven_bits, std::uint64_t first) {
    return seven_bits + (0x80 - first) * ones;
  };
  const std::uint64_t seven = bytes & ~high;
  const std::uint64_t cased = seven | 0x20 * ones;
  const std::uint64_t letters = from(cased, 'a') & ~from(cased, 'z' + 1);
  const std::uint64_t digits = from(seven, '0') & ~from(seven, '9' + 1);
  const std::uint64_t others = ~((letters | digits) & ~bytes) & high;
  const std::uint64_t lower = bytes | (letters & high) >> 2;  // 0x80 >> 2 is the case bit
  if (others == 0) return {lower, 8};
  const auto bits = static_cast<std::size_t>(std::countr_zero(others)) & ~std::size_t{7};
  return {lower & ((std::uint64_t{1} << bits) - 1), bits / 8};
}

}  // namespace spandrop
