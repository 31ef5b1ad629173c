#include "spandrop/core/compact.h"

#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spandrop/core/compact.cpp"
#include <hwy/foreach_target.h>
// foreach_target must come first.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spandrop::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
std::size_t compact_tail(const T* in, const std::uint64_t* keep, std::size_t i, std::size_t n,
                         T* out, std::size_t kept) {
  for (; i < n; ++i) {
    out[kept] = in[i];  // no branch: kept <= i, so this never overtakes the input
    kept += keep[i / 64] >> (i % 64) & 1;
  }
  return kept;
}

#if HWY_TARGET == HWY_SCALAR

template <class T>
std::size_t compact_vector(const T* in, const std::uint64_t* keep, std::size_t n, T* out) {
  return compact_tail(in, keep, 0, n, out, 0);
}

#else

// Compresses in a register and stores the whole vector: the output never runs ahead of the input,
// so what is stored past the kept elements lies within the first n and is overwritten or ignored.
template <class T>
std::size_t compact_vector(const T* in, const std::uint64_t* keep, std::size_t n, T* out) {
  const hn::CappedTag<T, 16> d;
  const std::size_t lanes = hn::Lanes(d);
  const std::uint64_t lane_bits = (std::uint64_t{1} << lanes) - 1;
  std::size_t i = 0, kept = 0;
  for (; i + 64 <= n; i += 64) {
    std::uint64_t word = keep[i / 64];
    for (std::size_t j = 0; j < 64; j += lanes, word >>= lanes) {
      const std::uint64_t bits = word & lane_bits;
      std::uint8_t bytes[8];  // LoadMaskBits reads up to eight
      std::memcpy(bytes, &bits, sizeof(bytes));
      hn::StoreU(hn::CompressBits(hn::LoadU(d, in + i + j), bytes), d, out + kept);
      kept += static_cast<std::size_t>(std::popcount(bits));
    }
  }
  return compact_tail(in, keep, i, n, out, kept);
}

#endif

std::size_t compact_32(const std::int32_t* in, const std::uint64_t* keep, std::size_t n,
                       std::int32_t* out) {
  return compact_vector(in, keep, n, out);
}

std::size_t compact_64(const std::int64_t* in, const std::uint64_t* keep, std::size_t n,
                       std::int64_t* out) {
  return compact_vector(in, keep, n, out);
}

std::size_t compact_8(const std::uint8_t* in, const std::uint64_t* keep, std::size_t n,
                      std::uint8_t* out) {
  return compact_tail(in, keep, 0, n, out, 0);
}

}  // namespace spandrop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spandrop {
HWY_EXPORT(compact_8);
HWY_EXPORT(compact_32);
HWY_EXPORT(compact_64);

template <>
std::size_t compact(const std::uint8_t* in, const std::uint64_t* keep, std::size_t n,
                    std::uint8_t* out) {
  return HWY_DYNAMIC_DISPATCH(compact_8)(in, keep, n, out);
}

template <>
std::size_t compact(const std::int32_t* in, const std::uint64_t* keep, std::size_t n,
                    std::int32_t* out) {
  return HWY_DYNAMIC_DISPATCH(compact_32)(in, keep, n, out);
}

template <>
std::size_t compact(const std::int64_t* in, const std::uint64_t* keep, std::size_t n,
                    std::int64_t* out) {
  return HWY_DYNAMIC_DISPATCH(compact_64)(in, keep, n, out);
}

}  // namespace spandrop
#endif  // HWY_ONCE
