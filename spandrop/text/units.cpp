#include "spandrop/text/units.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

#include "spandrop/text/utf8.h"

namespace spandrop {
namespace {

// The number of code points that begin in eight bytes.
std::size_t code_points_in_8(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  constexpr std::uint64_t ones = 0x0101010101010101;
  const std::uint64_t continuations =
      word >> 7 & ~(word >> 6) & ones;  // bytes of the form 10xxxxxx
  return 8 - (continuations * ones >> 56);
}

}  // namespace

UnitIndex::UnitIndex(std::string_view text, Unit unit)
    : text_(text),
      unit_(unit),
      identity_(unit == Unit::byte || find_non_ascii(text, 0) == text.size()),
      length_(text.size()) {
  if (identity_) return;
  units_before_.reserve(text.size() / block + 1);
  length_ = 0;
  for (std::size_t begin = 0; begin < text.size(); begin += block) {
    units_before_.push_back(length_);
    length_ += count(begin, std::min(begin + block, text.size()));
  }
}

std::size_t UnitIndex::count(std::size_t begin, std::size_t end) const {
  std::uint8_t units = 0;  // at most 64 bytes; a narrow sum vectorises well
  for (std::size_t i = begin; i < end; ++i) units += !is_continuation(text_[i]);
  if (unit_ == Unit::utf16) {
    for (std::size_t i = begin; i < end; ++i) units += static_cast<unsigned char>(text_[i]) >= 0xF0;
  }
  return units;
}

std::optional<std::size_t> UnitIndex::to_bytes(std::size_t position) const {
  if (position > length_) return std::nullopt;
  if (position == length_) return text_.size();
  if (identity_) {
    if (is_continuation(text_[position])) return std::nullopt;
    return position;
  }
  // The last block with at most `position` units before it.
  const auto after = std::upper_bound(units_before_.begin(), units_before_.end(), position);
  std::size_t units = *(after - 1);
  std::size_t i = static_cast<std::size_t>(after - 1 - units_before_.begin()) * block;
  if (unit_ == Unit::code_point) {
    for (; i + 8 <= text_.size(); i += 8) {
      const std::size_t more = code_points_in_8(text_.data() + i);
      if (units + more > position) break;
      units += more;
    }
  }
  while (is_continuation(text_[i])) ++i;
  while (units < position) {
    const std::size_t bytes = utf8_size(text_[i]);
    units += unit_ == Unit::utf16 && bytes == 4 ? 2 : 1;
    i += bytes;
  }
  if (units > position) return std::nullopt;
  return i;
}

std::size_t UnitIndex::to_units(std::size_t position) const {
  if (position > text_.size() || (position < text_.size() && is_continuation(text_[position]))) {
    throw std::invalid_argument(
        "[UnitIndex::to_units] expected the start of a code point or the "
        "end of the " +
        std::to_string(text_.size()) + " bytes, got " + std::to_string(position));
  }
  if (identity_) return position;
  if (position == text_.size()) return length_;
  return units_before_[position / block] + count(position / block * block, position);
}

}  // namespace spandrop
