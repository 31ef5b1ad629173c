// Built with -ffp-contract=off: a fused multiply-add would change the last bit.
#include "spandrop/core/portable_math.h"

#include <bit>
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

// The Taylor series of (e^x - 1) / x, for |x| < 0.5.
double expm1_over_x(double x) {
  double sum = 1.0;
  for (int k = 14; k >= 2; --k) sum = 1.0 + x * (1.0 / k) * sum;
  return sum;
}

}  // namespace

double portable_log(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double mantissa = std::bit_cast<double>((bits & kMantissa) | std::uint64_t{1023} << 52);
  if (mantissa > 1.4142135623730951) {  // to be near 1 from both sides
    mantissa *= 0.5;
    ++exponent;
  }
  // ln m = 2 artanh(s) with s = (m - 1) / (m + 1), |s| < 0.172.
  const double s = (mantissa - 1.0) / (mantissa + 1.0);
  const double z = s * s;
  double sum = 0.0;
  for (int k = 23; k >= 3; k -= 2) sum = (sum + 1.0 / k) * z;
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
