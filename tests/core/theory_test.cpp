#include "spandrop/core/theory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "spandrop/core/length_law.h"
#include "tests/core/brute_force.h"

namespace spandrop {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double binary_entropy(double p) { return -p * std::log(p) - (1 - p) * std::log1p(-p); }

TEST(Kept, IsNineNineteenthsAsInThePaper) {
  EXPECT_NEAR(p_all_kept({0.1, 1}, 10), 9. / 19, 1e-15);
  EXPECT_NEAR(p_all_kept({0.1, kInfinity}, 10), std::pow(0.9, 10), 1e-15);
  EXPECT_NEAR(p_some_lost({0.1, 1}, 10), 10. / 19, 1e-15);
  EXPECT_NEAR(expected_lost({0.1, 1}, 10), 1, 1e-15);
}

TEST(Kept, HasAClosedFormAtGammaOne) {
  for (const double p : {1e-9, 0.1, 0.5, 0.999}) {
    const double beta = (1 - p) / p;
    for (const std::size_t n : {1u, 10u, 1000u, 10'000'000u}) {
      const double expected = -std::log1p(static_cast<double>(n) / beta);
      EXPECT_NEAR(log_p_all_kept({p, 1}, n), expected, 1e-13 * -expected) << p << " " << n;
    }
  }
}

TEST(Kept, EqualsTheSumOverAllMasks) {
  for (const Law& law : laws_of_every_kind()) {
    for (std::size_t n = 1; n <= 12; ++n) {
      long double expected = 0;
      for_each_mask(law, n,
                    [&](std::size_t kept, long double p) { expected += kept == n ? p : 0; });
      EXPECT_NEAR(log_p_all_kept(law, n), static_cast<double>(std::log(expected)), 1e-13)
          << show(law) << " n=" << n;
    }
  }
}

TEST(Kept, IsPreciseForTinyRatesAndLargeGammas) {
  EXPECT_NEAR(p_some_lost({1e-18, 1}, 1) / 1e-18, 1, 1e-14);
  EXPECT_NEAR(p_some_lost({1e-18, 1e12}, 3) / 3e-18, 1, 1e-14);
  // The second-order term of m ln(1 - p) in 1 / gamma is far below the tolerance.
  EXPECT_NEAR(log_p_all_kept({0.1, 1e12}, 10) / (10 * std::log1p(-0.1)), 1, 1e-11);
  EXPECT_NEAR(log_p_all_kept({0.1, 1e300}, 10) / (10 * std::log1p(-0.1)), 1, 1e-15);
  // All m spans share one fate.
  EXPECT_NEAR(p_all_kept({0.3, 1e-300}, 1000), 0.7, 1e-15);
  // mpmath 1.3, loggamma at 1000 digits: a rate near 1 must not absorb the contribution of gamma.
  EXPECT_NEAR(log_p_all_kept({0.999999, 1e12}, 50) / -690.7743029194379, 1, 1e-14);
}

TEST(Kept, IsExactAtTheEdges) {
  for (const double gamma : {1e-6, 1.0, kInfinity}) {
    EXPECT_EQ(log_p_all_kept({0.3, gamma}, 0), 0);
    EXPECT_EQ(log_p_all_kept({0, gamma}, 7), 0);
    EXPECT_EQ(log_p_all_kept({1, gamma}, 7), -kInfinity);
    EXPECT_EQ(p_all_kept({1, gamma}, 7), 0);
    EXPECT_EQ(p_all_kept({1, gamma}, 0), 1);
    EXPECT_EQ(p_some_lost({1, gamma}, 7), 1);
    EXPECT_FALSE(std::signbit(p_some_lost({0, gamma}, 7))) << "printed as -0";
  }
  EXPECT_THROW(log_p_all_kept({0.1, 0}, 3), std::invalid_argument);
  EXPECT_THROW(expected_lost({2, 1}, 3), std::invalid_argument);
}

TEST(Entropy, EqualsTheSumOverAllMasks) {
  for (const Law& law : laws_of_every_kind()) {
    for (std::size_t n = 1; n <= 12; ++n) {
      long double sum = 0;
      for_each_mask(law, n, [&](std::size_t, long double p) { sum -= p * std::log(p); });
      const auto expected = static_cast<double>(sum / static_cast<long double>(n));
      EXPECT_NEAR(entropy_per_span(law, n), expected, 1e-13 * expected) << show(law) << " " << n;
    }
  }
}

TEST(Entropy, LiesBetweenOneFateForAllAndIndependence) {
  const double most = binary_entropy(0.1);
  EXPECT_NEAR(entropy_per_span({0.1, kInfinity}, 1000), most, 1e-15);
  EXPECT_NEAR(entropy_per_span({0.1, 1e12}, 10'000'000), most, 1e-12);
  EXPECT_NEAR(entropy_per_span({0.1, 1e-300}, 1000), most / 1000, 1e-15);
  double last = 0;
  for (const double gamma : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
    const double entropy = entropy_per_span({0.1, gamma}, 5000);
    EXPECT_GT(entropy, last);
    EXPECT_LT(entropy, most);
    last = entropy;
  }
}

TEST(Entropy, IsSymmetricInKeptAndDropped) {
  // gamma (1 - p) / p is the other parameter of the Beta law.
  EXPECT_NEAR(entropy_per_span({0.9, 1.8}, 777), entropy_per_span({0.1, 0.2}, 777), 1e-14);
  const double tiny = 1e-12;  // 1 - tiny is rounded: compare with the rounded value
  const double rate = 1 - tiny;
  const double expected = binary_entropy(1 - rate);
  EXPECT_NEAR(entropy_per_span({rate, kInfinity}, 9) / expected, 1, 1e-14);
}

TEST(Entropy, ApproachesTheAsymptoteForManySpans) {
  // n E[H(pi)] for the draw given its rate pi, plus the information that a mask of n spans has
  // about pi (Clarke and Barron 1990): ln(n / 2 pi e) / 2 + h(pi) + E[ln J(pi)] / 2 with J = 1 /
  // (pi (1 - pi)).
  using boost::math::digamma;
  const double n = 1e7;
  for (const Law& law : {Law{0.1, 1}, Law{0.1, 10}, Law{0.3, 50}, Law{0.5, 3}}) {
    const double a = law.gamma, b = a * (1 - law.rate) / law.rate, s = a + b;
    const double given_rate = digamma(s + 1) - a / s * digamma(a + 1) - b / s * digamma(b + 1);
    const double differential = std::log(boost::math::beta(a, b)) - (a - 1) * digamma(a) -
                                (b - 1) * digamma(b) + (s - 2) * digamma(s);
    const double half_fisher = digamma(s) - (digamma(a) + digamma(b)) / 2;
    const double told =
        std::log(n / (2 * std::numbers::pi * std::numbers::e)) / 2 + differential + half_fisher;
    EXPECT_NEAR(entropy_per_span(law, 10'000'000), given_rate + told / n, 1e-11) << show(law);
  }
}

TEST(Entropy, AgreesWithHighPrecisionAtTenMillionSpans) {
  // The plain sum over k, term by term in 113-bit arithmetic (libquadmath), run once.
  const std::size_t n = 10'000'000;
  EXPECT_NEAR(entropy_per_span({0.1, 1e-6}, n), 2.9934054264299674e-06, 1e-16);
  EXPECT_NEAR(entropy_per_span({0.3, 0.01}, n), 0.022216966559764763, 1e-14);
  EXPECT_NEAR(entropy_per_span({0.1, 1}, n), 0.28289750557831329, 1e-14);
}

TEST(Entropy, IsExactAtTheEdges) {
  for (const double gamma : {1e-6, 1.0, kInfinity}) {
    EXPECT_EQ(entropy_per_span({0.1, gamma}, 0), 0);
    EXPECT_EQ(entropy_per_span({0, gamma}, 100), 0);
    EXPECT_EQ(entropy_per_span({1, gamma}, 100), 0);
    EXPECT_NEAR(entropy_per_span({0.1, gamma}, 1), binary_entropy(0.1), 1e-14);
  }
}

TEST(Forecast, IsConsistent) {
  const Law law{0.2, 0.5};
  const Forecast f = forecast(law, 300, 4);
  EXPECT_EQ(f.law, law);
  EXPECT_EQ(f.n, 300u);
  EXPECT_EQ(f.m, 4u);
  EXPECT_NEAR(f.length_mean, 240, 1e-12);
  EXPECT_NEAR(f.length_sd * f.length_sd, f.length_variance, 1e-9);
  EXPECT_EQ(f.p_unchanged, p_all_kept(law, 300));
  EXPECT_EQ(f.log_p_unchanged, log_p_all_kept(law, 300));
  EXPECT_EQ(f.p_support_kept, p_all_kept(law, 4));
  EXPECT_EQ(f.log_p_support_kept, log_p_all_kept(law, 4));
  EXPECT_EQ(f.noise, p_some_lost(law, 4));
  EXPECT_EQ(f.expected_lost, 0.8);
  EXPECT_EQ(f.entropy_per_span, entropy_per_span(law, 300));
  EXPECT_EQ(f.log_typical_set, 300 * f.entropy_per_span);
  EXPECT_NEAR(f.drift_from_original, 1 - f.p_unchanged, 1e-15);
  EXPECT_EQ(f.drift_from_bernoulli,
            total_variation(LengthLaw(law, 300), LengthLaw({0.2, kInfinity}, 300)));
  EXPECT_EQ(forecast({0.2, kInfinity}, 300, 4).drift_from_bernoulli, 0);
}

TEST(Forecast, RejectsMoreFactsThanSpans) {
  EXPECT_NO_THROW(forecast({0.1, 1}, 3, 3));
  try {
    forecast({0.1, 1}, 3, 4);
    FAIL() << "nothing was refused";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "[forecast] expected m of at most n = 3, got 4");
  }
}

}  // namespace
}  // namespace spandrop
