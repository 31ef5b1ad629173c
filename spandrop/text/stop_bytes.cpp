#include "spandrop/text/stop_bytes.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spandrop/text/stop_bytes.cpp"
#include <hwy/foreach_target.h>
// foreach_target must come first.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spandrop::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// As signed numbers, non-ASCII bytes are below 0x0E as well.
constexpr std::int8_t kLow = 0x0E;

#if HWY_TARGET == HWY_SCALAR

std::uint64_t stops_in_64(const std::int8_t* bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::int8_t c = bytes[i];
    bits |= std::uint64_t{c < kLow || c == '.' || c == '!' || c == '?'} << i;
  }
  return bits;
}

#else

std::uint64_t stops_in_64(const std::int8_t* bytes) {
  const hn::CappedTag<std::int8_t, 64> tag;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 64; i += hn::Lanes(tag)) {
    const auto vector = hn::LoadU(tag, bytes + i);
    const auto is = [&](char c) {
      return hn::Eq(vector, hn::Set(tag, static_cast<std::int8_t>(c)));
    };
    const auto low = hn::Lt(vector, hn::Set(tag, kLow));
    const auto stops = hn::Or(hn::Or(low, is('.')), hn::Or(is('!'), is('?')));
    std::uint64_t part = 0;
    hn::StoreMaskBits(tag, stops, reinterpret_cast<std::uint8_t*>(&part));
    bits |= part << i;
  }
  return bits;
}

#endif

void stop_bits(const char* text, std::size_t size, std::uint64_t* bits) {
  const auto* bytes = reinterpret_cast<const std::int8_t*>(text);
  for (; size >= 64; size -= 64, bytes += 64) *bits++ = stops_in_64(bytes);
  if (size == 0) return;
  std::int8_t rest[64];
  std::memset(rest, ' ', sizeof rest);
  std::memcpy(rest, bytes, size);
  *bits = stops_in_64(rest);
}

}  // namespace spandrop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spandrop {
HWY_EXPORT(stop_bits);

void StopBytes::look(std::size_t position) {
  begin_ = position / 64 * 64;
  end_ = std::min(begin_ + 64 * bits_.size(), text_.size());
  HWY_DYNAMIC_DISPATCH(stop_bits)(text_.data() + begin_, end_ - begin_, bits_.data());
}

}  // namespace spandrop
#endif  // HWY_ONCE
