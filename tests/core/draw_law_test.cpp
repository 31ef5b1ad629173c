// Draws follow their laws.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "spandrop/core/draw.h"
#include "tests/core/chi_square.h"

namespace spandrop {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Key key_of(std::uint64_t example, std::uint64_t seed = 0) {
  return {seed, 0, id_of(static_cast<std::int64_t>(example))};
}

// The whole distribution of n', and of m' for three spans that are far apart.
TEST(DrawLaw, NumbersOfKeptSpansFollowTheClosedForms) {
  constexpr std::size_t kDraws = 40'000;
  KeepMask mask;
  std::uint64_t seed = 0;
  for (const double rate : {0.05, 0.1, 0.5, 0.9}) {
    for (const double gamma : {kInfinity, 1.0, 0.1, 10.0}) {
      for (const std::size_t n : {5, 20, 100}) {
        SCOPED_TRACE(testing::Message() << "rate " << rate << " gamma " << gamma << " n " << n);
        const DrawOptions options{{rate, gamma}};
        const std::size_t given[] = {0, n / 2, n - 1};
        std::vector<double> counts(n + 1), given_counts(4);
        ++seed;
        for (std::uint64_t i = 0; i < kDraws; ++i) {
          draw_into(mask, key_of(i, seed), n, options);
          ++counts[n - mask.count()];
          std::size_t dropped = 0;
          for (const std::size_t span : given) dropped += !mask[span];
          ++given_counts[dropped];
        }
        std::vector<double> expected, given_expected;
        for (std::size_t k = 0; k <= n; ++k) {
          expected.push_back(count_probability(options.law, n, k));
        }
        for (std::size_t k = 0; k <= 3; ++k) {
          given_expected.push_back(count_probability(options.law, 3, k));
        }
        EXPECT_GT(chi_square_p(counts, expected), kLeastP);
        EXPECT_GT(chi_square_p(given_counts, given_expected), kLeastP);
      }
    }
  }
}

TEST(DrawLaw, EveryMaskOfAShortSequenceHasTheRightProbability) {
  KeepMask mask;
  for (const std::size_t n : {1, 2, 3, 8, 12}) {
    for (const Law law :
         {Law{0.3, kInfinity}, Law{0.5, kInfinity}, Law{0.3, 1.0}, Law{0.6, 0.5}, Law{0.2, 4.0}}) {
      SCOPED_TRACE(testing::Message()
                   << "rate " << law.rate << " gamma " << law.gamma << " n " << n);
      std::vector<double> counts(std::size_t{1} << n), expected(counts.size());
      for (std::uint64_t i = 0; i < 100'000; ++i) {
        draw_into(mask, key_of(i, n), n, {law});
        ++counts[mask.words()[0]];
      }
      double sum = 0;
      for (std::size_t bits = 0; bits < expected.size(); ++bits) {
        const std::size_t kept = static_cast<std::size_t>(std::popcount(bits));
        expected[bits] = std::exp(log_mask_probability(law, n, n - kept));
        sum += expected[bits];
      }
      EXPECT_NEAR(sum, 1, 1e-9);
      EXPECT_GT(chi_square_p(counts, expected), kLeastP);
    }
  }
}

// Whether two fair independent bits agree is a fair coin; five standard deviations are one in a
// million.
void expect_fair(double agreements, double trials) {
  EXPECT_LT(std::abs(agreements - trials / 2), 5 * std::sqrt(trials / 4)) << agreements / trials;
}

const DrawOptions kFair{{0.5, kInfinity}};

TEST(DrawLaw, SpansOfOneDrawAreIndependent) {
  constexpr std::size_t kSpans = 100'000;
  for (const std::uint64_t example : {1, 2, 3}) {
    const KeepMask mask = draw(key_of(example), kSpans, kFair);
    for (const std::size_t distance : {1, 2, 3, 8, 16, 31, 32, 64, 128, 256, 2048}) {
      SCOPED_TRACE(distance);
      double same = 0;
      for (std::size_t i = 0; i + distance < kSpans; ++i) same += mask[i] == mask[i + distance];
      expect_fair(same, static_cast<double>(kSpans - distance));
    }
  }
}

double agreements(const KeepMask& a, const KeepMask& b) {
  int different = 0;
  for (std::size_t i = 0; i < a.words().size(); ++i) {
    different += std::popcount(a.words()[i] ^ b.words()[i]);
  }
  return static_cast<double>(a.size()) - different;
}

TEST(DrawLaw, ExamplesViewsSeedsAndTriesAreIndependent) {
  constexpr std::size_t kSpans = 128;
  constexpr std::uint64_t kPairs = 2000;
  const auto mask = [](std::uint64_t seed, std::uint64_t view, std::uint64_t example) {
    return draw({seed, view, {example, 0}}, kSpans, kFair);
  };
  double examples = 0, views = 0, seeds = 0, swapped = 0;
  for (std::uint64_t i = 0; i < kPairs; ++i) {
    examples += agreements(mask(5, 0, i), mask(5, 0, i + 1));
    views += agreements(mask(5, i, 0), mask(5, i + 1, 0));
    seeds += agreements(mask(i, 5, 0), mask(i + 1, 5, 0));
    swapped += agreements(mask(i, i + 1, 0), mask(i + 1, i, 0));
  }
  std::vector<KeepMask> tries;
  DrawOptions options = kFair;
  options.max_tries = kPairs + 1;
  draw_until({7, 7, {7, 7}}, kSpans, options, nullptr, [&](const KeepMask& tried) {
    tries.push_back(tried);
    return false;
  });
  double attempts = 0;
  for (std::uint64_t i = 0; i < kPairs; ++i) attempts += agreements(tries[i], tries[i + 1]);
  for (const double same : {examples, views, seeds, swapped, attempts}) {
    expect_fair(same, static_cast<double>(kSpans * kPairs));
  }
}

// With gamma 1 and p 0.5, pi is uniform. The kept shares of two draws must be independent.
TEST(DrawLaw, DropProbabilitiesOfViewsAndTriesAreIndependent) {
  constexpr std::size_t kSpans = 256, kDraws = 20'000;
  DrawOptions options{{0.5, 1.0}};
  options.max_tries = kDraws;
  std::vector<double> views, tries;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    views.push_back(static_cast<double>(draw({1, i, {2, 3}}, kSpans, options).count()));
  }
  draw_until({1, 0, {5, 6}}, kSpans, options, nullptr, [&](const KeepMask& mask) {
    tries.push_back(static_cast<double>(mask.count()));
    return false;
  });
  for (const std::vector<double>& shares : {views, tries}) {
    // A uniform count on 0..256 has mean 128 and variance (257^2 - 1) / 12.
    double sum = 0;
    for (std::size_t i = 1; i < kDraws; ++i) sum += (shares[i] - 128) * (shares[i - 1] - 128);
    const double correlation = sum / (kDraws - 1) / ((257.0 * 257 - 1) / 12);
    EXPECT_LT(std::abs(correlation), 5 / std::sqrt(double{kDraws}));
  }
}

}  // namespace
}  // namespace spandrop
