// Vectorised Philox: one block per 64-bit lane. Included once per instruction set.
#if defined(SPANDROP_CORE_PHILOX_VECTORS_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPANDROP_CORE_PHILOX_VECTORS_H
#undef SPANDROP_CORE_PHILOX_VECTORS_H
#else
#define SPANDROP_CORE_PHILOX_VECTORS_H
#endif

#include <hwy/highway.h>

#include "spandrop/core/philox.h"

HWY_BEFORE_NAMESPACE();
namespace spandrop::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

// wi holds word i of each block, or of its counter, in the low half of the lane. The high halves
// are never read.
template <class V>
struct Blocks {
  V w0, w1, w2, w3;
};

// One round, with its keys in the low halves of the lanes. Stream::block() does kRounds of them.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void philox_round(D d64, Blocks<V>& x, hn::Vec<D> key0, hn::Vec<D> key1) {
  const hn::Repartition<std::uint32_t, D> d32;
  const auto times = [&](V a, std::uint32_t multiplier) {
    return hn::MulEven(hn::BitCast(d32, a), hn::BitCast(d32, hn::Set(d64, multiplier)));
  };
  const V product0 = times(x.w0, philox::kMultiplier0);
  const V product1 = times(x.w2, philox::kMultiplier1);
  x = {hn::Xor(hn::ShiftRight<32>(product1), hn::Xor(x.w1, key0)), product1,
       hn::Xor(hn::ShiftRight<32>(product0), hn::Xor(x.w3, key1)), product0};
}

#endif

}  // namespace spandrop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SPANDROP_CORE_PHILOX_VECTORS_H
