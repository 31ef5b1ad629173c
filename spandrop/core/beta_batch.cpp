// Many Beta variates at once, each equal bit for bit to drop_probability(). Built with
// -ffp-contract=off, like portable_math.cpp.
#include "spandrop/core/beta.h"
#include "spandrop/core/portable_math_terms.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spandrop/core/beta_batch.cpp"
#include <hwy/foreach_target.h>
// foreach_target must come first.
#include <hwy/highway.h>

#include "spandrop/core/philox_vectors.h"

HWY_BEFORE_NAMESPACE();
namespace spandrop::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

void beta_of_gamma_1(const Stream* streams, std::size_t count, const Law& law, double* pi) {
  for (std::size_t i = 0; i < count; ++i) pi[i] = drop_probability(streams[i], law, 0);
}

#else

using D = hn::CappedTag<double, 8>;
using U = hn::RebindToUnsigned<D>;
using Double = hn::Vec<D>;
using Bits = hn::Vec<U>;
constexpr D d;
constexpr U u;

HWY_INLINE Double set(double x) { return hn::Set(d, x); }
HWY_INLINE Bits set_bits(std::uint64_t x) { return hn::Set(u, x); }

// Converts between integers below 2^52 and doubles by adding 2^52: the integer is then the
// mantissa.
constexpr double kWhole = 0x1p52;
HWY_INLINE Double double_of(Bits whole) {
  return hn::Sub(hn::BitCast(d, hn::Or(whole, hn::BitCast(u, set(kWhole)))), set(kWhole));
}

// 2^k for an integer k within the exponent range of a double.
HWY_INLINE Double power_of_two(Double k) {
  return hn::BitCast(d, hn::ShiftLeft<52>(hn::BitCast(u, hn::Add(k, set(kWhole + 1023)))));
}

template <std::size_t N>
HWY_INLINE Double horner(const double (&c)[N], Double y) {
  Double sum = set(c[N - 1]);
  for (std::size_t i = N - 1; i-- > 0;) sum = hn::Add(set(c[i]), hn::Mul(y, sum));
  return sum;
}

// The first uniform number from each stream's Beta blocks.
HWY_INLINE Double uniform(const Stream* streams) {
  HWY_ALIGN std::uint64_t key0[8], key1[8], high0[8], high1[8];
  for (std::size_t i = 0; i < hn::Lanes(u); ++i) {
    key0[i] = streams[i].key[0], key1[i] = streams[i].key[1];
    high0[i] = streams[i].high[0], high1[i] = streams[i].high[1];
  }
  Blocks<Bits> block{hn::Zero(u), set_bits(Stream::counter_word(Purpose::beta, 0)),
                     hn::Load(u, high0), hn::Load(u, high1)};
  for (int round = 0; round < philox::kRounds; ++round) {
    const auto weyls = static_cast<std::uint64_t>(round);
    philox_round(u, block, hn::Add(hn::Load(u, key0), set_bits(weyls * philox::kWeyl0)),
                 hn::Add(hn::Load(u, key1), set_bits(weyls * philox::kWeyl1)));
  }
  // The upper 53 of 64 bits, as the exact sum of two doubles.
  const Bits low_half = set_bits(0xFFFFFFFF);
  const Double upper = double_of(hn::And(block.w1, low_half));
  const Double lower = double_of(hn::ShiftRight<11>(hn::And(block.w0, low_half)));
  const Double whole = hn::Add(hn::Mul(upper, set(0x1p21)), lower);
  return hn::Mul(hn::Add(whole, set(0.5)), set(0x1p-53));
}

HWY_INLINE Double log(Double x) {
  const Bits bits = hn::BitCast(u, x);
  const Bits fraction = hn::And(bits, set_bits(portable::kMantissa));
  const auto is_above = hn::Gt(fraction, set_bits(portable::kRootOfTwo));
  const Bits above = hn::IfThenElseZero(is_above, set_bits(1));
  const Double exponent = hn::Sub(double_of(hn::Add(hn::ShiftRight<52>(bits), above)), set(1023));
  const Double mantissa =
      hn::BitCast(d, hn::Or(fraction, hn::ShiftLeft<52>(hn::Sub(set_bits(1023), above))));
  const Double s = hn::Div(hn::Sub(mantissa, set(1)), hn::Add(mantissa, set(1)));
  const Double z = hn::Mul(s, s), y = hn::Mul(z, z);
  const Double sum =
      hn::Mul(z, hn::Add(horner(portable::kLogEven, y), hn::Mul(z, horner(portable::kLogOdd, y))));
  const Double twice = hn::Mul(set(2), s);
  const Double small =
      hn::Add(hn::Add(hn::Mul(exponent, set(portable::kLn2Low)), hn::Mul(twice, sum)), twice);
  return hn::Add(hn::Mul(exponent, set(portable::kLn2High)), small);
}

// For x <= 0.
HWY_INLINE Double expm1(Double x) {
  const auto is_small = hn::Gt(x, set(-0.5));
  const Double inside = hn::Max(x, set(portable::kLeastExponent));
  const Double k = hn::Trunc(hn::Sub(hn::Mul(inside, set(portable::kLog2E)), set(0.5)));
  const Double rest = hn::Sub(hn::Sub(inside, hn::Mul(k, set(portable::kLn2High))),
                              hn::Mul(k, set(portable::kLn2Low)));
  const Double r = hn::IfThenElse(is_small, x, rest);
  const Double y = hn::Mul(r, r);
  const Double series =
      hn::Add(horner(portable::kExpEven, y), hn::Mul(r, horner(portable::kExpOdd, y)));
  const Double product = hn::Mul(r, series);
  const Double half = hn::Trunc(hn::Mul(k, set(0.5)));
  const Double power = hn::Mul(hn::Mul(hn::Add(set(1), product), power_of_two(half)),
                               power_of_two(hn::Sub(k, half)));
  const Double exp = hn::IfThenZeroElse(hn::Lt(x, set(portable::kLeastExponent)), power);
  return hn::IfThenElse(is_small, product, hn::Sub(exp, set(1)));
}

void beta_of_gamma_1(const Stream* streams, std::size_t count, const Law& law, double* pi) {
  const Double beta = set(beta_of(1.0, law.rate));
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(hn::Neg(expm1(hn::Div(log(uniform(streams + i)), beta))), d, pi + i);
  }
  for (; i < count; ++i) pi[i] = drop_probability(streams[i], law, 0);
}

#endif

}  // namespace spandrop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spandrop {
HWY_EXPORT(beta_of_gamma_1);

void drop_probabilities(std::span<const Stream> streams, const Law& law, double* probabilities) {
  if (law.gamma == 1.0 && is_random(law)) {
    HWY_DYNAMIC_DISPATCH(beta_of_gamma_1)(streams.data(), streams.size(), law, probabilities);
  } else {
    for (const Stream& stream : streams) *probabilities++ = drop_probability(stream, law, 0);
  }
}

}  // namespace spandrop
#endif  // HWY_ONCE
