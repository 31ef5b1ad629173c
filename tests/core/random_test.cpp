// Tests the random numbers of a key and their distributions.
#include "spandrop/core/random.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "tests/core/chi_square.h"

namespace spandrop {
namespace {

Random random_of(std::uint64_t seed) { return Random(Key{seed, 0, id_of("test")}); }

TEST(Random, AKeyAlwaysGivesTheSameSequence) {
  Random one = random_of(1), again = random_of(1), other = random_of(2);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const std::uint32_t bits = one.bits();
    EXPECT_EQ(bits, again.bits());
    differs |= bits != other.bits();
  }
  EXPECT_TRUE(differs);
}

TEST(Random, BelowIsUnbiased) {
  // At 3 * 2^30 a plain remainder or product would hit a third of the cells twice as often.
  for (const std::uint32_t limit : {1u, 2u, 3u, 7u, 26u, 1000u, 3u << 30}) {
    Random random = random_of(limit);
    const std::uint32_t cells = limit > 1000 ? 3 : limit;
    std::vector<double> counts(cells);
    for (int i = 0; i < 60000; ++i) {
      const std::uint32_t number = random.below(limit);
      ASSERT_LT(number, limit);
      ++counts[number % cells];
    }
    EXPECT_GT(chi_square_p(counts, std::vector<double>(cells, 1.0 / cells)), kLeastP) << limit;
  }
}

TEST(Random, UniformStaysInItsInterval) {
  Random random = random_of(3);
  std::vector<double> counts(100);
  double total = 0;
  for (int i = 0; i < 100000; ++i) {
    const double number = random.uniform();
    ASSERT_GE(number, 0);
    ASSERT_LT(number, 1);
    EXPECT_EQ(number * 0x1p53, std::floor(number * 0x1p53));
    ++counts[std::size_t(100 * number)];
    total += number;
  }
  EXPECT_GT(chi_square_p(counts, std::vector<double>(100, 0.01)), kLeastP);
  EXPECT_NEAR(total / 1e5, 0.5, 5 / std::sqrt(12e5));
}

TEST(Random, EachOrderOfFourItemsIsEquallyLikely) {
  Random random = random_of(4);
  std::map<std::array<int, 4>, double> counts;
  for (int i = 0; i < 48000; ++i) {
    std::array<int, 4> items{0, 1, 2, 3};
    random.shuffle(std::span<int>(items));
    ++counts[items];
  }
  std::vector<double> got;
  for (const auto& [order, count] : counts) got.push_back(count);
  ASSERT_EQ(got.size(), 24u);
  EXPECT_GT(chi_square_p(got, std::vector<double>(24, 1.0 / 24)), kLeastP);
}

}  // namespace
}  // namespace spandrop
