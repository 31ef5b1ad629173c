// The bytes of a text at which a sentence may end, found many at a time.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spandrop {

class StopBytes {
 public:
  // The text must outlive this.
  explicit StopBytes(std::string_view text) : text_(text) {}

  // The first byte from `position` on that is one of . ! ? or not ASCII, or below 0x0E, as CR and
  // LF are; the length of the text if there is none. Positions must not fall from call to call.
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
  std::size_t begin_ = 0, end_ = 0;     // what was looked at
  std::array<std::uint64_t, 16> bits_;  // one for each of its bytes
};

}  // namespace spandrop
