// Reads valid UTF-8 and writes it. These functions do not check their input; code that reads files
// does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace spandrop {

// True for the second, third and fourth bytes of a code point.
inline bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

inline bool is_ascii(char byte) { return static_cast<unsigned char>(byte) < 0x80; }

// The number of bytes of a code point, given its first byte.
inline std::size_t utf8_size(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

// The code point that begins at `position`.
inline char32_t code_point_at(std::string_view text, std::size_t position) {
  const auto byte = [&](std::size_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>(text[position + i]));
  };
  switch (utf8_size(text[position])) {
    case 1:
      return byte(0);
    case 2:
      return (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
    case 3:
      return (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    default:
      return (byte(0) & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 |
             (byte(3) & 0x3F);
  }
}

// Appends a code point.
inline void append_utf8(std::string& out, char32_t code) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

// Where the code point before `position` begins; `position` must not be 0.
inline std::size_t previous_code_point(std::string_view text, std::size_t position) {
  --position;
  while (is_continuation(text[position])) --position;
  return position;
}

// The position of the first non-ASCII byte at or after `position`, or the length of the text.
inline std::size_t find_non_ascii(std::string_view text, std::size_t position) {
  std::uint64_t words[4];  // the size of two vectors
  for (; position + sizeof words <= text.size(); position += sizeof words) {
    std::memcpy(words, text.data() + position, sizeof words);
    if ((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080) break;
  }
  while (position < text.size() && is_ascii(text[position])) ++position;
  return position;
}

}  // namespace spandrop
