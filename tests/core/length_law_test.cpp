#include "spandrop/core/length_law.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "tests/core/brute_force.h"

namespace spandrop {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(LengthLaw, EqualsTheSumOverAllMasks) {
  for (const Law& law : laws_of_every_kind()) {
    for (std::size_t n = 1; n <= 12; ++n) {
      std::vector<long double> expected(n + 1);
      for_each_mask(law, n, [&](std::size_t kept, long double p) { expected[kept] += p; });
      const LengthLaw lengths(law, n);
      const std::vector<double> pmf = lengths.pmf();
      for (std::size_t k = 0; k <= n; ++k) {
        const double p = static_cast<double>(expected[k]);
        EXPECT_NEAR(pmf[k], p, 1e-13 * p) << show(law) << " n=" << n << " k=" << k;
        EXPECT_NEAR(lengths.log_pmf(k), std::log(p), 1e-12) << show(law) << " n=" << n;
      }
    }
  }
}

TEST(LengthLaw, MomentsMatchThePmf) {
  for (const Law& law : laws_of_every_kind()) {
    for (const std::size_t n : {1u, 64u, 65u, 1000u, 100000u}) {
      const LengthLaw lengths(law, n);
      const std::vector<double> pmf = lengths.pmf();
      long double sum = 0, mean = 0, variance = 0;
      for (std::size_t k = 0; k <= n; ++k) {
        const long double from_mean = static_cast<long double>(k) - lengths.mean();
        sum += pmf[k];
        mean += static_cast<long double>(k) * pmf[k];
        variance += from_mean * from_mean * pmf[k];
      }
      EXPECT_NEAR(static_cast<double>(sum), 1, 1e-12) << show(law) << " n=" << n;
      EXPECT_NEAR(static_cast<double>(mean), lengths.mean(), 1e-12 * static_cast<double>(n));
      EXPECT_NEAR(static_cast<double>(variance), lengths.variance(), 1e-11 * lengths.variance())
          << show(law) << " n=" << n;
    }
  }
}

TEST(LengthLaw, AgreesWithHighPrecision) {
  // ln P(n' = k) from mpmath 1.3, loggamma at 1000 digits.
  struct Case {
    Law law;
    std::size_t n, k;
    double expected;
  };
  const Case cases[] = {
      {{0.1, 1}, 10000000, 10000000, -13.9208719736216955},
      {{0.1, 1}, 10000000, 9000000, -14.7637556988845451},
      {{0.1, 1}, 10000000, 0, -132.261037878541976},
      {{0.1, 1e-06}, 1000, 999, -13.9198780667527692},
      {{0.1, 1e-06}, 10000000, 5000000, -28.6526792949180309},
      {{0.1, 1000000.0}, 100, 80, -6.74986219290667381},
      {{0.1, 1000000000000.0}, 10000000, 9001234, -8.61974952497416165},
      {{0.1, 1000000000000.0}, 100, 100, -10.5360515657276307},
      {{1e-20, 1}, 10, 7, -131.57585436763264},
      {{1e-09, 1e-06}, 1000000, 999999, -13.8165159685492243},
      {{0.999999, 100}, 100000, 3, -10.3124616036583199},
      {{0.5, 1e100}, 10000000, 5000000, -8.28483920312388733},
      {{0.1, kInfinity}, 10000000, 8998000, -9.99580819968440942},
      {{0.5, kInfinity}, 1000, 1, -686.239425280963172},
      {{1e-200, 2.5}, 50, 48, -913.586868838018233},
  };
  for (const Case& c : cases) {
    EXPECT_NEAR(LengthLaw(c.law, c.n).log_pmf(c.k), c.expected,
                1e-13 * std::max(1.0, std::abs(c.expected)))
        << show(c.law) << " n=" << c.n << " k=" << c.k;
  }
}

TEST(LengthLaw, SumsToOneOverTenMillionSpans) {
  for (const double gamma : {1.0, 1e12, kInfinity}) {
    const std::vector<double> pmf = LengthLaw({0.1, gamma}, 10'000'000).pmf();
    EXPECT_NEAR(static_cast<double>(std::accumulate(pmf.begin(), pmf.end(), 0.0L)), 1, 1e-12);
  }
}

TEST(LengthLaw, PartsOfThePmfMatchTheWhole) {
  const LengthLaw lengths({0.3, 0.7}, 1000);
  const std::vector<double> whole = lengths.pmf();
  std::vector<double> part(123);
  lengths.pmf(17, part);
  for (std::size_t i = 0; i < part.size(); ++i) {
    EXPECT_NEAR(part[i], whole[17 + i], 1e-13 * whole[17 + i]);
  }
  EXPECT_THROW(lengths.pmf(900, part), std::invalid_argument);
  EXPECT_THROW(lengths.pmf(1001, part), std::invalid_argument);
}

TEST(LengthLaw, RatesZeroAndOneAreCertain) {
  for (const double gamma : {1e-6, 1.0, kInfinity}) {
    const LengthLaw none({0, gamma}, 200);
    const LengthLaw all({1, gamma}, 200);
    std::vector<double> certain(201);
    certain[200] = 1;
    EXPECT_EQ(none.pmf(), certain);
    EXPECT_EQ(none.mean(), 200);
    EXPECT_EQ(none.variance(), 0);
    certain[200] = 0;
    certain[0] = 1;
    EXPECT_EQ(all.pmf(), certain);
    EXPECT_EQ(all.mean(), 0);
    EXPECT_EQ(all.variance(), 0);
    EXPECT_EQ(total_variation(none, all), 1);
  }
}

TEST(LengthLaw, ZeroSpansHaveOneLength) {
  const LengthLaw empty({0.1, 1}, 0);
  EXPECT_EQ(empty.pmf(), std::vector<double>{1});
  EXPECT_EQ(empty.mean(), 0);
  EXPECT_EQ(empty.variance(), 0);
  EXPECT_EQ(empty.log_pmf(1), -kInfinity);
}

TEST(LengthLaw, TinyGammaKeepsAllOrNothing) {
  const std::vector<double> pmf = LengthLaw({0.3, 1e-300}, 1000).pmf();
  EXPECT_NEAR(pmf.front(), 0.3, 1e-12);
  EXPECT_NEAR(pmf.back(), 0.7, 1e-12);
  EXPECT_LT(pmf[500], 1e-200);
}

TEST(TotalVariation, EqualsTheSumOverAllMasks) {
  for (const std::size_t n : {1u, 2u, 7u, 12u}) {
    const Law beta{0.2, 0.5};
    const Law bernoulli{0.2, kInfinity};
    std::vector<long double> difference(n + 1);
    for_each_mask(beta, n, [&](std::size_t kept, long double p) { difference[kept] += p; });
    for_each_mask(bernoulli, n, [&](std::size_t kept, long double p) { difference[kept] -= p; });
    long double expected = 0;
    for (const long double d : difference) expected += std::abs(d) / 2;
    EXPECT_NEAR(total_variation(LengthLaw(beta, n), LengthLaw(bernoulli, n)),
                static_cast<double>(expected), 1e-14);
  }
}

TEST(TotalVariation, IsADistance) {
  const std::size_t n = 3000;
  const LengthLaw a({0.1, 1}, n), b({0.2, 5}, n), c({0.1, kInfinity}, n);
  EXPECT_EQ(total_variation(a, a), 0);
  EXPECT_EQ(total_variation(a, b), total_variation(b, a));
  EXPECT_LE(total_variation(a, b), total_variation(a, c) + total_variation(c, b));
  EXPECT_THROW(total_variation(a, LengthLaw({0.1, 1}, n + 1)), std::invalid_argument);
}

TEST(TotalVariation, FromTheOriginalIsTheProbabilityOfAChange) {
  const LengthLaw original({0, 1}, 50);
  EXPECT_NEAR(total_variation(LengthLaw({0.1, 1}, 50), original), 1 - 9. / 59, 1e-14);
}

TEST(Law, RejectsInvalidValues) {
  using testing::HasSubstr;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refusal = [](const Law& law) -> std::string {
    try {
      LengthLaw(law, 3);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "nothing was refused";
  };
  EXPECT_THAT(refusal({-0.1, 1}), HasSubstr("[Law] expected rate in [0, 1], got -0.1"));
  EXPECT_THAT(refusal({1.5, 1}), HasSubstr("rate in [0, 1], got 1.5"));
  EXPECT_THAT(refusal({nan, 1}), HasSubstr("rate in [0, 1], got nan"));
  EXPECT_THAT(refusal({0.1, 0}), HasSubstr("gamma above 0, got 0"));
  EXPECT_THAT(refusal({0.1, -kInfinity}), HasSubstr("gamma above 0, got -inf"));
  EXPECT_THAT(refusal({0.1, nan}), HasSubstr("gamma above 0, got nan"));
  EXPECT_THROW(LengthLaw({0.1, 1}, LengthLaw::kMostSpans + 1), std::invalid_argument);
}

}  // namespace
}  // namespace spandrop
