#include "spandrop/nn/train/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace spandrop::nn {
namespace {

TEST(Order, EachEpochVisitsEachExampleOnceInItsOwnOrder) {
  Order order(10, 3);
  std::set<std::vector<std::int64_t>> orders;
  for (std::int64_t epoch = 0; epoch < 20; ++epoch) {
    std::vector<std::int64_t> examples;
    for (const Visit& visit : order.visits(epoch * 10, 10)) {
      EXPECT_EQ(visit.epoch, std::uint64_t(epoch));
      examples.push_back(visit.example);
    }
    orders.insert(examples);
    std::sort(examples.begin(), examples.end());
    EXPECT_EQ(examples, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  }
  EXPECT_EQ(orders.size(), 20u);
}

TEST(Order, ResumingAtAnyVisitGivesTheSameOrder) {
  const auto flat = [](const std::vector<Visit>& visits) {
    std::vector<std::pair<std::int64_t, std::uint64_t>> pairs;
    for (const Visit& visit : visits) pairs.emplace_back(visit.example, visit.epoch);
    return pairs;
  };
  const auto all = flat(Order(7, 5).visits(0, 40));
  EXPECT_NE(all, flat(Order(7, 6).visits(0, 40)));
  for (std::int64_t begin = 0; begin < 40; ++begin) {
    auto joined = flat(Order(7, 5).visits(0, begin));
    const auto rest = flat(Order(7, 5).visits(begin, 40 - begin));
    joined.insert(joined.end(), rest.begin(), rest.end());
    EXPECT_EQ(joined, all) << begin;
  }
}

}  // namespace
}  // namespace spandrop::nn
