#include "spandrop/core/compact.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "tests/core/instruction_sets.h"

namespace spandrop {
namespace {

template <class T>
void check(std::size_t n, std::mt19937_64& random) {
  std::vector<T> in(n);
  for (T& element : in) element = static_cast<T>(random());
  // Dense, even and sparse masks. Garbage past n must not matter.
  std::vector<std::uint64_t> keep(n / 64 + 1);
  const std::uint64_t kind = random() % 5;
  for (std::uint64_t& word : keep) {
    word = kind == 0   ? 0
           : kind == 1 ? ~std::uint64_t{0}
           : kind == 2 ? random() & random() & random()
           : kind == 3 ? random() | random() | random()
                       : random();
  }
  std::vector<T> expected;
  for (std::size_t i = 0; i < n; ++i) {
    if (keep[i / 64] >> (i % 64) & 1) expected.push_back(in[i]);
  }
  // Room for exactly n elements, so that the address sanitizer detects writes past the end.
  std::vector<T> out(n);
  out.resize(compact(in.data(), keep.data(), n, out.data()));
  ASSERT_EQ(out, expected) << n;
  in.resize(compact(in.data(), keep.data(), n, in.data()));
  ASSERT_EQ(in, expected) << n << " in place";
}

template <class T>
class Compact : public testing::Test {};
using Types = testing::Types<std::uint8_t, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(Compact, Types);

TYPED_TEST(Compact, MatchesASimpleLoop) {
  with_each_instruction_set([] {
    std::mt19937_64 random(1);
    for (std::size_t n = 0; n <= 300; ++n) {
      for (int round = 0; round < 5; ++round) check<TypeParam>(n, random);
    }
    for (int round = 0; round < 20; ++round) check<TypeParam>(random() % 10'000, random);
  });
}

}  // namespace
}  // namespace spandrop
