#include "spandrop/core/beta.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/beta.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/core/chi_square.h"
#include "tests/core/instruction_sets.h"

namespace spandrop {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kDraws = 50'000;

std::vector<double> variates(const Law& law, std::uint64_t seed) {
  std::vector<double> result;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    result.push_back(drop_probability(stream_of({seed, i, {1, 2}}), law, 0));
  }
  return result;
}

// Counts variates between quantiles. At each end, where doubles are too coarse, one cell covers the
// rest.
TEST(Beta, FollowsItsDistribution) {
  std::uint64_t seed = 0;
  for (const double rate : {0.001, 0.1, 0.5, 0.9}) {
    for (const double gamma : {0.01, 0.1, 0.5, 0.999, 1.0, 1.001, 3.0, 50.0, 1e4, 1e6}) {
      SCOPED_TRACE(testing::Message() << "rate " << rate << " gamma " << gamma);
      const boost::math::beta_distribution<> law(gamma, gamma * (1 - rate) / rate);
      std::vector<double> edges, counts, expected;
      double below = 0;
      for (double share = 0.02; share < 0.99; share += 0.02) {
        const double edge = boost::math::quantile(law, share);
        if (edge < 1e-290 || edge > 1 - 1e-12) continue;
        edges.push_back(edge);
        expected.push_back(boost::math::cdf(law, edge) - below);
        below = boost::math::cdf(law, edge);
      }
      expected.push_back(1 - below);
      counts.resize(expected.size());
      for (const double pi : variates({rate, gamma}, ++seed)) {
        ASSERT_TRUE(pi >= 0 && pi <= 1) << pi;
        ++counts[static_cast<std::size_t>(std::lower_bound(edges.begin(), edges.end(), pi) -
                                          edges.begin())];
      }
      EXPECT_GT(chi_square_p(counts, expected), kLeastP) << edges.size() << " edges";
    }
  }
}

// Bit for bit: in a batch, an example must get the same spans as alone. At rates near 1 most
// exponentials are 0; at rates near 0 all arguments are tiny.
TEST(Beta, BatchesMatchSingleDraws) {
  std::vector<Stream> streams;
  for (std::uint64_t i = 0; i < 1003; ++i) streams.push_back(stream_of({7, i, {1, 2}}));
  for (const double rate : {0.0, 0x1p-65, 0x1p-60, 0.001, 0.1, 0.5, 0.9, 0.9999, 1.0}) {
    for (const double gamma : {0.3, 1.0, 4.0, kInfinity}) {
      SCOPED_TRACE(testing::Message() << "rate " << rate << " gamma " << gamma);
      std::vector<double> alone;
      for (const Stream& stream : streams) {
        alone.push_back(drop_probability(stream, {rate, gamma}, 0));
      }
      with_each_instruction_set([&] {
        std::vector<double> together(streams.size(), -1);
        drop_probabilities(streams, {rate, gamma}, together.data());
        EXPECT_EQ(together, alone);
      });
    }
  }
}

// Mean p and variance p (1-p) / (1 + gamma / p), for extreme values of gamma.
TEST(Beta, ExtremeGammasHaveTheRightMoments) {
  std::uint64_t seed = 100;
  for (const double rate : {0.01, 0.3, 0.95}) {
    for (const double gamma : {5e-324, 1e-200, 1e-100, 1e-6, 1e-3, 1e3, 1e6, 1e9}) {
      SCOPED_TRACE(testing::Message() << "rate " << rate << " gamma " << gamma);
      const double variance = rate * (1 - rate) / (1 + gamma / rate);
      double mean = 0, square = 0, fourth = 0;
      for (const double pi : variates({rate, gamma}, ++seed)) {
        const double distance = pi - rate;
        mean += distance / kDraws;
        square += distance * distance / kDraws;
        fourth += distance * distance * distance * distance / kDraws;
      }
      EXPECT_LT(std::abs(mean), 5 * std::sqrt(variance / kDraws));
      EXPECT_NEAR(square, variance,
                  5 * std::sqrt((fourth - square * square) / kDraws) + 1e-12 * variance);
    }
  }
}

TEST(Beta, AVeryLargeGammaGivesTheRateAndAVerySmallOneAllOrNothing) {
  for (const double rate : {0x1p-64, 1e-9, 0.1, 0.5, 0.999}) {
    for (const double gamma : {1e40, 1e100, 1e200, std::numeric_limits<double>::max()}) {
      for (const double pi : {drop_probability(stream_of({1, 0, {}}), {rate, gamma}, 0),
                              drop_probability(stream_of({2, 0, {}}), {rate, gamma}, 7)}) {
        EXPECT_NEAR(pi / rate, 1, 1e-12) << rate << " " << gamma;
      }
    }
  }
  for (const double pi : variates({0.4, 1e-200}, 9)) ASSERT_TRUE(pi == 0 || pi == 1) << pi;
}

TEST(Beta, IsTheRateWithoutABetaLaw) {
  const Stream stream = stream_of({3, 0, {}});
  for (const double rate : {0.0, 0x1p-65, 0.1, 0.7, 1.0}) {
    EXPECT_EQ(drop_probability(stream, {rate, kInfinity}, 0), rate);
  }
  for (const double gamma : {5e-324, 0.5, 1.0, 1e300}) {
    EXPECT_EQ(drop_probability(stream, {0.0, gamma}, 0), 0.0);
    EXPECT_EQ(drop_probability(stream, {0x1p-65, gamma}, 0), 0x1p-65);
    EXPECT_EQ(drop_probability(stream, {1.0, gamma}, 0), 1.0);
  }
}

}  // namespace
}  // namespace spandrop
