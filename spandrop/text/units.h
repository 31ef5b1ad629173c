// Positions in a text in bytes, code points or UTF-16 units, and conversions between them.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "spandrop/core/range.h"

namespace spandrop {

enum class Unit { byte, code_point, utf16 };

// A range of a text in units. For tokens, which have no units, the same numbers as a Range.
using UnitRange = Interval<struct UnitPositions>;

// The number of units of a code point, given its number of bytes.
inline std::size_t units_of(std::size_t bytes, Unit unit) {
  return unit == Unit::byte ? bytes : unit == Unit::utf16 && bytes == 4 ? 2 : 1;
}

// Converts positions of one text, which must outlive this object. Reads the text once; unless it is
// ASCII, also stores one number per 64 bytes.
class UnitIndex {
 public:
  UnitIndex(std::string_view text, Unit unit);

  std::string_view text() const { return text_; }
  Unit unit() const { return unit_; }
  // The length of the text in units.
  std::size_t length() const { return length_; }
  // Whether every position is the same in all units. Not checked (false) if units are bytes.
  bool is_ascii() const { return identity_ && unit_ != Unit::byte; }

  // The position in bytes of a position in units. None if it is past the end or inside a code point
  // (for UTF-16, inside a surrogate pair).
  std::optional<std::size_t> to_bytes(std::size_t position) const;

  // The position in units of a position in bytes. Throws std::invalid_argument if it is past the
  // end or inside a code point.
  std::size_t to_units(std::size_t position) const;

 private:
  // The number of units of the code points that begin in [begin, end), which lies within one block.
  std::size_t count(std::size_t begin, std::size_t end) const;

  static constexpr std::size_t block = 64;

  std::string_view text_;
  Unit unit_;
  bool identity_;  // one unit is one byte
  std::size_t length_;
  std::vector<std::size_t> units_before_;  // units of all code points that begin before each block
};

}  // namespace spandrop
