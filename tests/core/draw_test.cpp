#include "spandrop/core/draw.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "spandrop/core/keep_bits.h"
#include "tests/core/random_spans.h"
#include "tests/core/refusal.h"

namespace spandrop {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Key key_of(std::uint64_t example) { return {7, 3, {example, ~example}}; }

DrawOptions bernoulli(double rate, std::size_t min_keep = 0) {
  return {{rate, kInfinity}, min_keep};
}

KeepMask united(KeepMask a, const KeepMask& b) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b[i]) a.keep(i);
  }
  return a;
}

bool contains(const KeepMask& all, const KeepMask& some) { return united(all, some) == all; }

TEST(Draw, RatesZeroAndOneAreExact) {
  for (const std::size_t n : {0, 1, 64, 65, 1000}) {
    for (const double gamma : {kInfinity, 1.0, 0.01}) {
      for (std::uint64_t i = 0; i < 100; ++i) {
        EXPECT_EQ(draw(key_of(i), n, {{0.0, gamma}}), KeepMask(n, true));
        EXPECT_EQ(draw(key_of(i), n, {{1.0, gamma}}), KeepMask(n, false));
      }
    }
  }
}

TEST(Draw, UsesTheDefaultLaw) {
  EXPECT_EQ(draw(key_of(1), 500), draw(key_of(1), 500, {{0.1, 1.0}, 0}));
}

TEST(Draw, ReusesAMaskOfAnotherSize) {
  KeepMask mask(1000, true);
  for (const std::size_t n : {0, 5, 300, 64}) {
    draw_into(mask, key_of(2), n, bernoulli(0.5));
    EXPECT_EQ(mask, draw(key_of(2), n, bernoulli(0.5)));
  }
}

// With the same key, a longer sequence starts with the same draw, and a lower rate keeps more
// spans.
TEST(Draw, IsNestedInLengthAndRate) {
  const KeepMask whole = draw(key_of(3), 1000, bernoulli(0.4));
  const KeepMask part = draw(key_of(3), 333, bernoulli(0.4));
  for (std::size_t i = 0; i < part.size(); ++i) EXPECT_EQ(part[i], whole[i]);
  EXPECT_TRUE(contains(draw(key_of(3), 1000, bernoulli(0.39)), whole));
}

TEST(Draw, ProtectionKeepsSpansAndDoesNotAffectTheOthers) {
  std::mt19937_64 random(1);
  for (std::uint64_t i = 0; i < 300; ++i) {
    const std::size_t n = random() % 300;
    const KeepMask never_drop = random_mask(n, random);
    for (const DrawOptions& options : {bernoulli(0.7), DrawOptions{{0.7, 1.0}}, bernoulli(1)}) {
      EXPECT_EQ(draw(key_of(i), n, options, &never_drop),
                united(draw(key_of(i), n, options), never_drop));
    }
  }
}

TEST(Draw, MinKeepRestoresTheSpansWithTheLargestBits) {
  std::mt19937_64 random(2);
  for (std::uint64_t i = 0; i < 500; ++i) {
    const std::size_t n = random() % 200, least = random() % 20;
    const double rate = i % 3 == 0 ? 1.0 : 0.95;
    const KeepMask free = draw(key_of(i), n, bernoulli(rate));
    const KeepMask mask = draw(key_of(i), n, bernoulli(rate, least));
    EXPECT_TRUE(contains(mask, free));
    ASSERT_EQ(mask.count(), std::max(free.count(), std::min(least, n)));
    std::uint64_t least_kept = ~std::uint64_t{0}, most_dropped = 0;
    for (std::size_t span = 0; span < n; ++span) {
      const std::uint64_t bits = span_bits(stream_of(key_of(i)), 0, span);
      if (mask[span]) least_kept = std::min(least_kept, bits);
      if (!mask[span]) most_dropped = std::max(most_dropped, bits);
    }
    if (mask.count() == 0) continue;
    EXPECT_GT(least_kept, most_dropped);
    // So the result is the draw at a lower probability.
    EXPECT_EQ(draw(key_of(i), n, bernoulli(static_cast<double>(least_kept >> 11) * 0x1p-53)), mask);
  }
}

TEST(Draw, ProtectedSpansCountForMinKeep) {
  KeepMask never_drop(10);
  never_drop.keep(4);
  never_drop.keep(9);
  EXPECT_EQ(draw(key_of(1), 10, bernoulli(1, 2), &never_drop), never_drop);
  EXPECT_EQ(draw(key_of(1), 10, bernoulli(1, 3), &never_drop).count(), 3u);
  EXPECT_EQ(draw(key_of(1), 10, bernoulli(1, 11), &never_drop), KeepMask(10, true));
}

TEST(DrawWithRates, EqualRatesAreTheBernoulliDraw) {
  std::mt19937_64 random(3);
  for (std::uint64_t i = 0; i < 200; ++i) {
    const std::size_t n = random() % 300;
    const KeepMask never_drop = random_mask(n, random);
    for (const double rate : {0.0, 0.1, 0.8, 1.0}) {
      EXPECT_EQ(
          draw_with_rates(key_of(i), std::vector<double>(n, rate), bernoulli(0.5, 3), &never_drop),
          draw(key_of(i), n, bernoulli(rate, 3), &never_drop));
    }
  }
}

TEST(DrawWithRates, EachSpanHasItsOwnRate) {
  std::vector<double> rates;
  for (std::size_t i = 0; i < 200; ++i) rates.push_back(static_cast<double>(i % 5) / 4);
  for (std::uint64_t example = 0; example < 20; ++example) {
    const KeepMask mask = draw_with_rates(key_of(example), rates, bernoulli(0.5));
    for (std::size_t i = 0; i < rates.size(); ++i) {
      EXPECT_EQ(mask[i], draw(key_of(example), 200, bernoulli(rates[i]))[i]);
    }
  }
}

TEST(DrawUntil, TheFirstTryIsTheDraw) {
  const Accepted result =
      draw_until(key_of(1), 100, {{0.5, 1.0}}, nullptr, [](const KeepMask&) { return true; });
  EXPECT_EQ(result.mask, draw(key_of(1), 100, {{0.5, 1.0}}));
  EXPECT_EQ(result.tries, 1u);
  EXPECT_TRUE(result.accepted);
}

TEST(DrawUntil, StopsAtTheFirstAcceptedMask) {
  for (std::uint64_t i = 0; i < 100; ++i) {
    std::vector<KeepMask> seen;
    const auto accept = [&](const KeepMask& mask) {
      seen.push_back(mask);
      return mask[3] && mask[5];
    };
    const Accepted result = draw_until(key_of(i), 20, bernoulli(0.5), nullptr, accept);
    ASSERT_TRUE(result.accepted);
    EXPECT_EQ(result.tries, seen.size());
    EXPECT_EQ(result.mask, seen.back());
    EXPECT_TRUE(result.mask[3] && result.mask[5]);
    for (std::size_t j = 0; j + 1 < seen.size(); ++j) EXPECT_FALSE(seen[j][3] && seen[j][5]);
  }
}

TEST(DrawUntil, KeepsEverythingAfterTheLastTry) {
  DrawOptions options = bernoulli(0.5);
  for (const std::uint32_t most : {1u, 17u}) {
    options.max_tries = most;
    std::uint32_t asked = 0;
    const Accepted result = draw_until(key_of(1), 70, options, nullptr, [&](const KeepMask&) {
      ++asked;
      return false;
    });
    EXPECT_EQ(asked, most);
    EXPECT_EQ(result.tries, most);
    EXPECT_FALSE(result.accepted);
    EXPECT_EQ(result.mask, KeepMask(70, true));
  }
}

TEST(Draw, ReportsInvalidArguments) {
  const auto with = [](DrawOptions options, std::size_t n = 3, const KeepMask* never_drop = {}) {
    return refusal([&] { draw(key_of(1), n, options, never_drop); });
  };
  EXPECT_EQ(with({{-0.1, 1}}), "[Law] expected rate in [0, 1], got -0.1");
  EXPECT_EQ(with({{1.5, 1}}), "[Law] expected rate in [0, 1], got 1.5");
  EXPECT_EQ(with({{std::nan(""), 1}}), "[Law] expected rate in [0, 1], got nan");
  EXPECT_EQ(with({{0.1, 0}}), "[Law] expected gamma above 0, got 0");
  EXPECT_EQ(with({{0.1, std::nan("")}}), "[Law] expected gamma above 0, got nan");
  EXPECT_EQ(with({{}, 0, 0}), "[draw] expected 1 to 2^24 tries, got 0");
  EXPECT_EQ(with({{}, 0, (1u << 24) + 1}), "[draw] expected 1 to 2^24 tries, got 16777217");
  EXPECT_EQ(with({}, std::size_t{1} << 32),
            "[draw] expected fewer than 2^32 spans, got 4294967296");
  const KeepMask two(2);
  EXPECT_EQ(with({}, 3, &two), "[draw] expected a bit for each of the 3 spans, got 2");

  const std::vector<double> rates{0.1, 1.1};
  EXPECT_EQ(refusal([&] { draw_with_rates(key_of(1), rates, bernoulli(0.1)); }),
            "[Law] expected rate in [0, 1], got 1.1");
  EXPECT_THAT(refusal([&] { draw_with_rates(key_of(1), rates, {}); }),
              testing::HasSubstr("[draw_with_rates] expected an infinite gamma, got 1.000000"));
  const auto accept = [](const KeepMask&) { return true; };
  EXPECT_THAT(refusal([&] { draw_until(key_of(1), 3, {}, &two, accept); }),
              testing::HasSubstr("[draw_until] expected a bit for each"));
}

TEST(Draw, IsTheSameOnEveryThread) {
  constexpr std::uint64_t kKeys = 200;
  const DrawOptions options{{0.4, 1.0}, 2};
  std::vector<std::vector<KeepMask>> masks(8, std::vector<KeepMask>(kKeys));
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < masks.size(); ++t) {
    threads.emplace_back([&, t] {  // each in its own order
      for (std::uint64_t i = 0; i < kKeys; ++i) {
        const std::uint64_t key = (i * 7 + t * 29) % kKeys;
        masks[t][key] = draw(key_of(key), 100 + key, options);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::uint64_t key = 0; key < kKeys; ++key) {
    const KeepMask expected = draw(key_of(key), 100 + key, options);
    for (const auto& of_thread : masks) ASSERT_EQ(of_thread[key], expected);
  }
}

}  // namespace
}  // namespace spandrop
