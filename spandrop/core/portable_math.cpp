// Built with -ffp-contract=off: a fused multiply-add would change the last bit.
#include "spandrop/core/portable_math.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "spandrop/core/portable_math_terms.h"

#ifdef __FAST_MATH__
#error "draws are only reproducible without -ffast-math"
#endif

namespace spandrop {
namespace {

using namespace portable;

double power_of_two(int k) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

// c[0] + y (c[1] + y (c[2] + ...)).
template <std::size_t N>
double horner(const double (&c)[N], double y) {
  double sum = c[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) sum = c[i] + y * sum;
  return sum;
}

// (e^x - 1) / x, for |x| < 0.5.
double expm1_over_x(double x) {
  const double y = x * x;
  return horner(kExpEven, y) + x * horner(kExpOdd, y);
}

}  // namespace

double portable_log(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  // Scale the mantissa to [sqrt(1/2), sqrt(2)]: above sqrt(2), halve it and add 1 to the exponent.
  // Comparing bits avoids an unpredictable branch.
  const std::uint64_t above = (bits & kMantissa) > kRootOfTwo;
  const int exponent = static_cast<int>(bits >> 52) - 1023 + static_cast<int>(above);
  const double mantissa = std::bit_cast<double>((bits & kMantissa) | (1023 - above) << 52);
  // ln m = 2 artanh(s) with s = (m - 1) / (m + 1), |s| < 0.172.
  const double s = (mantissa - 1.0) / (mantissa + 1.0);
  const double z = s * s;
  const double y = z * z;
  const double sum = z * (horner(kLogEven, y) + z * horner(kLogOdd, y));
  return exponent * kLn2High + (exponent * kLn2Low + 2.0 * s * sum + 2.0 * s);
}

double portable_exp(double x) {
  if (x < kLeastExponent) return 0.0;
  if (x > 709.8) return std::numeric_limits<double>::infinity();
  const int k = static_cast<int>(x * kLog2E + (x < 0 ? -0.5 : 0.5));
  const double r = x - k * kLn2High - k * kLn2Low;
  const double power = 1.0 + r * expm1_over_x(r);
  // In two steps, because 2^k alone may be outside the range of double.
  return power * power_of_two(k / 2) * power_of_two(k - k / 2);
}

double portable_expm1(double x) {
  return x > -0.5 && x < 0.5 ? x * expm1_over_x(x) : portable_exp(x) - 1.0;
}

}  // namespace spandrop
