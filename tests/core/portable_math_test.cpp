#include "spandrop/core/portable_math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace spandrop {
namespace {

static_assert(std::numeric_limits<long double>::digits > 60, "the references need more digits");

// The error of a result in units in the last place of the true value.
double ulps(double result, long double truth) {
  const auto rounded = static_cast<double>(truth);
  if (result == rounded) return 0;
  const double size = std::max(std::abs(rounded), std::numeric_limits<double>::min());
  const double unit = std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
  return static_cast<double>(std::abs((result - truth) / unit));
}

class Numbers {
 public:
  explicit Numbers(unsigned seed) : random_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }

 private:
  std::mt19937_64 random_;
};

constexpr int kRounds = 200'000;

TEST(PortableMath, LogIsWithinTwoUnits) {
  Numbers numbers(1);
  double worst = 0;
  const auto check = [&](double x) {
    worst = std::max(worst, ulps(portable_log(x), std::log((long double)x)));
  };
  for (int i = 0; i < kRounds; ++i) {
    check(numbers.between(0, 1));  // arguments from uniform numbers
    check(numbers.between(0.9, 1.1));
    check(std::ldexp(numbers.between(1, 2), static_cast<int>(numbers.between(-1022, 1023))));
    check(1 + std::ldexp(numbers.between(-1, 1), -static_cast<int>(numbers.between(1, 52))));
  }
  for (const double x : {0x1p-54, 0x1p-1022, 1 - 0x1p-53, 1 + 0x1p-52, 1.4142135623730951,
                         1.4142135623730954, 1e100, std::numeric_limits<double>::max()}) {
    check(x);
  }
  EXPECT_EQ(portable_log(1), 0);
  EXPECT_LE(worst, 2);
  RecordProperty("worst_ulps", std::to_string(worst));
}

TEST(PortableMath, ExpIsWithinTwoUnits) {
  Numbers numbers(2);
  double worst = 0;
  const auto check = [&](double x) {
    worst = std::max(worst, ulps(portable_exp(x), std::exp((long double)x)));
  };
  for (int i = 0; i < kRounds; ++i) {
    check(numbers.between(-745, 709.7));
    check(numbers.between(-2, 2));
    check(std::ldexp(numbers.between(-1, 1), -static_cast<int>(numbers.between(0, 60))));
  }
  EXPECT_LE(worst, 2);
  RecordProperty("worst_ulps", std::to_string(worst));
}

TEST(PortableMath, ExpOutsideTheRangeOfDouble) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(portable_exp(0), 1);
  EXPECT_EQ(portable_exp(-746), 0);
  EXPECT_EQ(portable_exp(-1e300), 0);
  EXPECT_EQ(portable_exp(-infinity), 0);
  EXPECT_EQ(portable_exp(709.79), infinity);
  EXPECT_EQ(portable_exp(710), infinity);
  EXPECT_EQ(portable_exp(infinity), infinity);
  EXPECT_EQ(portable_exp(-745.15), 0);
  EXPECT_EQ(portable_exp(-745.13), std::numeric_limits<double>::denorm_min());
}

TEST(PortableMath, Expm1IsWithinThreeUnits) {
  Numbers numbers(3);
  double worst = 0;
  const auto check = [&](double x) {
    worst = std::max(worst, ulps(portable_expm1(x), std::expm1((long double)x)));
  };
  for (int i = 0; i < kRounds; ++i) {
    check(numbers.between(-40, 0));  // draws use arguments below 0
    check(numbers.between(-2, 2));
    check(std::ldexp(numbers.between(-1, 1), -static_cast<int>(numbers.between(0, 300))));
  }
  EXPECT_EQ(portable_expm1(-1000), -1);
  EXPECT_EQ(portable_expm1(0), 0);
  EXPECT_LE(worst, 3);
  RecordProperty("worst_ulps", std::to_string(worst));
}

}  // namespace
}  // namespace spandrop
