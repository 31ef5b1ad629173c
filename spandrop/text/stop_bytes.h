// Finds the bytes at which a sentence may end, many bytes at a time.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spandrop {

class StopBytes {
 public:
  // The text must outlive this object.
  explicit StopBytes(std::string_view text) : text_(text) {}

  // The first byte at or after `position` that is . ! or ?, not ASCII, or below 0x0E (CR and LF
  // are); the length of the text if there is none. Positions must not decrease between calls.
  std::size_t next(std::size_t position) {
    while (position < text_.size()) {
      if (position >= end_) look(position);
      const std::uint64_t bits = bits_[(position - begin_) / 64] >> (position % 64);
      if (bits != 0) return position + static_cast<std::size_t>(std::countr_zero(bits));
      position = (position / 64 + 1) * 64;
    }
    return text_.size();
  }

 private:
  void look(std::size_t position);

  std::string_view text_;
  std::size_t begin_ = 0, end_ = 0;     // the part scanned last
  std::array<std::uint64_t, 16> bits_;  // one per byte of it
};

}  // namespace spandrop
