// Built with -ffp-contract=off: a fused multiply-add would change the last bit.
#include "spandrop/core/portable_math.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#ifdef __FAST_MATH__
#error "draws are only reproducible without -ffast-math"
#endif

namespace spandrop {
namespace {

constexpr double kLog2E = 1.4426950408889634;
// ln 2 in two parts; the first has 32 significant bits, so k * kLn2High is exact.
constexpr double kLn2High = 0x1.62e42fee00000p-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr std::uint64_t kMantissa = (std::uint64_t{1} << 52) - 1;

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

// The Taylor series of (e^x - 1) / x, for |x| < 0.5. Even and odd powers apart are two short sums
// that a CPU computes side by side.
double expm1_over_x(double x) {
  constexpr double even[] = {1.0,          1.0 / 6,        1.0 / 120,       1.0 / 5040,
                             1.0 / 362880, 1.0 / 39916800, 1.0 / 6227020800};
  constexpr double odd[] = {1.0 / 2,       1.0 / 24,        1.0 / 720,        1.0 / 40320,
                            1.0 / 3628800, 1.0 / 479001600, 1.0 / 87178291200};
  const double y = x * x;
  return horner(even, y) + x * horner(odd, y);
}

}  // namespace

double portable_log(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  // The mantissa is to be near 1 from both sides. Its bits say on which it is, without a branch
  // that no CPU can foresee: above that of the root of 2 the exponent is one higher.
  constexpr std::uint64_t root_of_two =
      std::bit_cast<std::uint64_t>(1.4142135623730951) & kMantissa;
  const std::uint64_t above = (bits & kMantissa) > root_of_two;
  const int exponent = static_cast<int>(bits >> 52) - 1023 + static_cast<int>(above);
  const double mantissa = std::bit_cast<double>((bits & kMantissa) | (1023 - above) << 52);
  // ln m = 2 artanh(s) with s = (m - 1) / (m + 1), |s| < 0.172.
  const double s = (mantissa - 1.0) / (mantissa + 1.0);
  const double z = s * s;
  constexpr double even[] = {1.0 / 3, 1.0 / 7, 1.0 / 11, 1.0 / 15, 1.0 / 19, 1.0 / 23};
  constexpr double odd[] = {1.0 / 5, 1.0 / 9, 1.0 / 13, 1.0 / 17, 1.0 / 21};
  const double y = z * z;
  const double sum = z * (horner(even, y) + z * horner(odd, y));
  return exponent * kLn2High + (exponent * kLn2Low + 2.0 * s * sum + 2.0 * s);
}

double portable_exp(double x) {
  if (x < -745.2) return 0.0;
  if (x > 709.8) return std::numeric_limits<double>::infinity();
  const int k = static_cast<int>(x * kLog2E + (x < 0 ? -0.5 : 0.5));
  const double r = x - k * kLn2High - k * kLn2Low;
  const double power = 1.0 + r * expm1_over_x(r);
  // In two steps: 2^k alone may be beyond the range of double.
  return power * power_of_two(k / 2) * power_of_two(k - k / 2);
}

double portable_expm1(double x) {
  return x > -0.5 && x < 0.5 ? x * expm1_over_x(x) : portable_exp(x) - 1.0;
}

}  // namespace spandrop
