#include "spandrop/core/compact.h"

#include <array>
#include <bit>
#include <cstring>

#ifndef SPANDROP_CORE_COMPACT_ONCE
#define SPANDROP_CORE_COMPACT_ONCE
namespace spandrop {

template <class T>
std::size_t compact_tail(const T* in, const std::uint64_t* keep, std::size_t i, std::size_t n,
                         T* out, std::size_t kept) {
  for (; i < n; ++i) {
    out[kept] = in[i];  // no branch: kept <= i, so this never overtakes the input
    kept += keep[i / 64] >> (i % 64) & 1;
  }
  return kept;
}

// kOrders[bits]: the indices of the set bits in ascending order, then zeros.
constexpr auto kOrders = [] {
  std::array<std::array<std::uint8_t, 8>, 256> orders{};
  for (std::size_t bits = 0; bits < orders.size(); ++bits) {
    std::size_t count = 0;
    for (std::uint8_t lane = 0; lane < 8; ++lane) {
      if (bits >> lane & 1) orders[bits][count++] = lane;
    }
  }
  return orders;
}();

}  // namespace spandrop
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spandrop/core/compact.cpp"
#include <hwy/foreach_target.h>
// foreach_target must come first.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spandrop::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

std::size_t compact_32(const std::int32_t* in, const std::uint64_t* keep, std::size_t n,
                       std::int32_t* out) {
  return compact_tail(in, keep, 0, n, out, 0);
}

#else

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86

// Compress into a register: AVX-512's compress to memory is many times slower on some CPUs.
using Tag = hn::ScalableTag<std::int32_t>;

HWY_INLINE hn::Vec<Tag> compress(Tag d, hn::Vec<Tag> values, std::uint64_t bits) {
  std::uint8_t bytes[8];  // LoadMaskBits reads up to eight
  std::memcpy(bytes, &bits, sizeof(bytes));
  return hn::Compress(values, hn::LoadMaskBits(d, bytes));
}

#else

using Tag = hn::CappedTag<std::int32_t, 8>;

HWY_INLINE hn::Vec<Tag> compress(Tag d, hn::Vec<Tag> values, std::uint64_t bits) {
  const hn::RebindToUnsigned<Tag> unsigned_tag;
  const hn::Rebind<std::uint8_t, Tag> byte_tag;
  const auto order = hn::PromoteTo(unsigned_tag, hn::LoadU(byte_tag, kOrders[bits].data()));
  return hn::TableLookupLanes(values, hn::IndicesFromVec(d, order));
}

#endif

// Stores whole vectors. The output never overtakes the input, so anything stored past the kept
// elements stays within the first n and is overwritten or ignored.
std::size_t compact_32(const std::int32_t* in, const std::uint64_t* keep, std::size_t n,
                       std::int32_t* out) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const std::uint64_t lane_bits = (std::uint64_t{1} << lanes) - 1;
  std::size_t i = 0, kept = 0;
  for (; i + 64 <= n; i += 64) {
    std::uint64_t word = keep[i / 64];
    for (std::size_t j = 0; j < 64; j += lanes, word >>= lanes) {
      const std::uint64_t bits = word & lane_bits;
      hn::StoreU(compress(d, hn::LoadU(d, in + i + j), bits), d, out + kept);
      kept += static_cast<std::size_t>(std::popcount(bits));
    }
  }
  return compact_tail(in, keep, i, n, out, kept);
}

#endif

}  // namespace spandrop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spandrop {
HWY_EXPORT(compact_32);

template <>
std::size_t compact(const std::int32_t* in, const std::uint64_t* keep, std::size_t n,
                    std::int32_t* out) {
  return HWY_DYNAMIC_DISPATCH(compact_32)(in, keep, n, out);
}

template <>
std::size_t compact(const std::int64_t* in, const std::uint64_t* keep, std::size_t n,
                    std::int64_t* out) {
  return compact_tail(in, keep, 0, n, out, 0);
}

template <>
std::size_t compact(const std::uint16_t* in, const std::uint64_t* keep, std::size_t n,
                    std::uint16_t* out) {
  return compact_tail(in, keep, 0, n, out, 0);
}

template <>
std::size_t compact(const std::uint8_t* in, const std::uint64_t* keep, std::size_t n,
                    std::uint8_t* out) {
  return compact_tail(in, keep, 0, n, out, 0);
}

}  // namespace spandrop
#endif  // HWY_ONCE
