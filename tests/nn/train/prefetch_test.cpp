#include "spandrop/nn/train/prefetch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include "tests/io/files/files.h"
#include "tests/nn/train/fake_task.h"

namespace spandrop::nn {
namespace {

using namespace std::chrono_literals;
using Pairs = std::vector<std::pair<std::int64_t, std::uint64_t>>;

Order some_order() { return Order(20, 7); }

Pairs pairs_of(const std::vector<Visit>& visits) {
  Pairs pairs;
  for (const Visit& visit : visits) pairs.emplace_back(visit.example, visit.epoch);
  return pairs;
}

Pairs next_of(Prefetch& batches) {
  return pairs_of(static_cast<const Points&>(*batches.next()).visits);
}

// Waits until the counter reaches a value, for at most ten seconds.
bool reaches(const std::atomic<int>& counter, int value) {
  for (int i = 0; i < 10000 && counter < value; ++i) std::this_thread::sleep_for(1ms);
  return counter >= value;
}

TEST(Prefetch, BatchesArriveInOrderAndTheLastOneIsSmaller) {
  FakeTask task;
  Prefetch batches(task, some_order(), 5, 50, 6);
  for (std::int64_t begin = 5; begin < 50; begin += 6) {
    const std::int64_t size = std::min<std::int64_t>(6, 50 - begin);
    EXPECT_EQ(next_of(batches), pairs_of(some_order().visits(begin, size))) << begin;
  }
}

// The same with an uneven producer and an uneven consumer.
TEST(Prefetch, OrderDoesNotDependOnTiming) {
  FakeTask task;
  int prepared = 0;
  task.on_prepare = [&](auto&&) {
    if (++prepared % 3 == 0) std::this_thread::sleep_for(2ms);
  };
  Prefetch batches(task, some_order(), 0, 120, 4);
  for (std::int64_t begin = 0; begin < 120; begin += 4) {
    if (begin % 20 == 0) std::this_thread::sleep_for(5ms);
    EXPECT_EQ(next_of(batches), pairs_of(some_order().visits(begin, 4))) << begin;
  }
}

TEST(Prefetch, PreparesAFewBatchesAheadButNotAll) {
  FakeTask task;
  std::atomic<int> prepared{0};
  task.on_prepare = [&](auto&&) { ++prepared; };
  Prefetch batches(task, some_order(), 0, 1000, 10);
  ASSERT_TRUE(reaches(prepared, 4));
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(prepared, 4);
  batches.next();
  ASSERT_TRUE(reaches(prepared, 5));
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(prepared, 5);
}

TEST(Prefetch, AnExceptionArrivesAfterTheBatchesBeforeIt) {
  struct Broken : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  FakeTask task;
  std::atomic<int> prepared{0};
  task.on_prepare = [&](auto&&) {
    if (++prepared == 3) throw Broken("the third");
  };
  Prefetch batches(task, some_order(), 0, 100, 10);
  ASSERT_TRUE(reaches(prepared, 3));
  EXPECT_EQ(next_of(batches), pairs_of(some_order().visits(0, 10)));
  EXPECT_EQ(next_of(batches), pairs_of(some_order().visits(10, 10)));
  for (int again = 0; again < 2; ++again) {
    try {
      batches.next();
      FAIL() << "nothing was thrown";
    } catch (const Broken& error) {
      EXPECT_STREQ(error.what(), "the third");
    }
  }
  EXPECT_EQ(prepared, 3);  // none after it
}

TEST(Prefetch, DestructionStopsAThreadThatWaitsForSpace) {
  FakeTask task;
  std::atomic<int> prepared{0};
  task.on_prepare = [&](auto&&) { ++prepared; };
  {
    Prefetch batches(task, some_order(), 0, 1'000'000, 10);
    ASSERT_TRUE(reaches(prepared, 4));
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_EQ(prepared, 4);
}

TEST(Prefetch, DestructionWaitsForTheBatchInPreparationOnly) {
  FakeTask task;
  std::atomic<int> begun{0}, ended{0};
  task.on_prepare = [&](auto&&) {
    ++begun;
    std::this_thread::sleep_for(30ms);
    ++ended;
  };
  {
    Prefetch batches(task, some_order(), 0, 1'000'000, 10);
    ASSERT_TRUE(reaches(begun, 1));
  }
  EXPECT_EQ(begun, ended);  // the task is not in use any more
  EXPECT_LE(begun, 2);
}

TEST(Prefetch, CountsTheTimeOfPreparation) {
  FakeTask task;
  task.on_prepare = [](auto&&) {
    const auto end = std::chrono::steady_clock::now() + 20ms;
    while (std::chrono::steady_clock::now() < end) {
    }
  };
  Prefetch batches(task, some_order(), 0, 30, 10);
  for (int i = 0; i < 3; ++i) batches.next();
  EXPECT_GT(batches.cpu_seconds(), 0.001);
}

}  // namespace
}  // namespace spandrop::nn
