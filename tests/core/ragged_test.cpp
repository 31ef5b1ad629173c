#include "spandrop/core/ragged.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <thread>
#include <vector>

#include "spandrop/core/apply.h"
#include "tests/core/refusal.h"

namespace spandrop {
namespace {

// A random batch, with some empty sequences, and the results of drawing for each example alone.
template <class T>
struct Batch {
  std::vector<T> values;
  std::vector<std::int64_t> offsets{0};
  std::vector<ExampleId> ids;
  std::vector<std::uint8_t> never_drop;  // empty: none
  RaggedOptions options;

  std::vector<T> dropped, masked;
  std::vector<std::int64_t> dropped_offsets{0};

  explicit Batch(std::mt19937_64& random) {
    const std::size_t every[] = {1, 1, 2, 7, 1000, std::numeric_limits<std::size_t>::max()};
    options = {random(), random(), every[random() % std::size(every)], {}};
    options.draw.law = {0.5, random() % 2 ? 1.0 : std::numeric_limits<double>::infinity()};
    options.draw.min_keep = random() % 3;
    options.threads = 1 + random() % 4;
    const bool protects = random() % 2;
    for (std::size_t i = random() % 20; i > 0; --i) {
      for (std::size_t j = random() % 4 ? random() % 200 : 0; j > 0; --j) {
        values.push_back(static_cast<T>(random()));
        if (protects) never_drop.push_back(random() % 10 ? 0 : 1 + random() % 255);
      }
      offsets.push_back(static_cast<std::int64_t>(values.size()));
      ids.push_back({random(), random()});
      draw_by_itself();
    }
  }

  void draw_by_itself() {
    const auto begin = static_cast<std::size_t>(offsets[offsets.size() - 2]);
    const std::span<const T> sequence = std::span(values).subspan(begin);
    const Spans spans = Spans::every(sequence.size(), options.every);
    KeepMask protect(spans.size());
    for (std::size_t i = 0; i < sequence.size() && !never_drop.empty(); ++i) {
      if (never_drop[begin + i]) protect.keep(spans.owner(spans.first_range_after(i)));
    }
    const KeepMask keep =
        draw({options.seed, options.view, ids.back()}, spans.size(), options.draw, &protect);
    std::vector<T> out(sequence.size());
    mask<T>(sequence, spans, keep, static_cast<T>(-1), out.data());
    masked.insert(masked.end(), out.begin(), out.end());
    out.resize(drop<T>(sequence, spans, keep, out.data()));
    dropped.insert(dropped.end(), out.begin(), out.end());
    dropped_offsets.push_back(static_cast<std::int64_t>(dropped.size()));
  }
};

template <class T>
class RaggedBatch : public testing::Test {};
using Types = testing::Types<std::uint8_t, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(RaggedBatch, Types);

TYPED_TEST(RaggedBatch, MatchesEachExampleAlone) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 500; ++round) {
    const Batch<TypeParam> batch(random);
    const Ragged<TypeParam> in{batch.values, batch.offsets};
    std::vector<TypeParam> out(batch.values.size());
    std::vector<std::int64_t> offsets(batch.offsets.size());
    mask_ragged<TypeParam>(in, batch.ids, batch.options, batch.never_drop,
                           static_cast<TypeParam>(-1), out.data());
    ASSERT_EQ(out, batch.masked) << round;
    out.resize(
        drop_ragged(in, batch.ids, batch.options, batch.never_drop, out.data(), offsets.data()));
    ASSERT_EQ(out, batch.dropped) << round;
    ASSERT_EQ(offsets, batch.dropped_offsets) << round;
  }
}

// For the thread sanitizer: callers share only the input and the options.
TEST(RaggedThreads, EightConcurrentCallersGetTheSameResult) {
  std::mt19937_64 random(3);
  Batch<std::int32_t> batch(random);
  while (batch.dropped.size() == batch.values.size()) batch = Batch<std::int32_t>(random);
  std::vector<std::vector<std::int32_t>> made(8);
  {
    std::vector<std::jthread> callers;
    for (std::vector<std::int32_t>& out : made) {
      callers.emplace_back([&batch, &out] {
        std::vector<std::int64_t> offsets(batch.offsets.size());
        out.resize(batch.values.size());
        out.resize(drop_ragged<std::int32_t>({batch.values, batch.offsets}, batch.ids,
                                             batch.options, batch.never_drop, out.data(),
                                             offsets.data()));
      });
    }
  }
  EXPECT_THAT(made, testing::Each(batch.dropped));
}

TEST(RaggedBytes, TwoByteElementsAreMovedLikeOthers) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 100; ++round) {
    const Batch<std::int32_t> batch(random);
    const std::vector<std::uint16_t> values(batch.values.begin(), batch.values.end());
    std::vector<std::uint16_t> out(values.size());
    std::vector<std::int64_t> offsets(batch.offsets.size());
    out.resize(drop_ragged<std::uint16_t>({values, batch.offsets}, batch.ids, batch.options,
                                          batch.never_drop, out.data(), offsets.data()));
    ASSERT_EQ(out, std::vector<std::uint16_t>(batch.dropped.begin(), batch.dropped.end()));
    ASSERT_EQ(offsets, batch.dropped_offsets);
  }
}

class RaggedErrors : public testing::Test {
 protected:
  std::string refused(std::vector<std::int64_t> offsets, std::size_t ids,
                      std::size_t protects = 0) {
    const std::vector<std::int32_t> values{1, 2, 3, 4, 5};
    const std::vector<ExampleId> names(ids);
    const std::vector<std::uint8_t> never_drop(protects);
    std::vector<std::int32_t> out(5, 77);
    std::vector<std::int64_t> out_offsets(offsets.size() + 1, 77);
    const Ragged<std::int32_t> in{values, offsets};
    const std::string message = refusal(
        [&] { drop_ragged(in, names, options_, never_drop, out.data(), out_offsets.data()); });
    EXPECT_THAT(out, testing::Each(77));
    EXPECT_THAT(out_offsets, testing::Each(77));
    const std::string masking =
        refusal([&] { mask_ragged(in, names, options_, never_drop, 0, out.data()); });
    EXPECT_EQ(message.substr(message.find(']')), masking.substr(masking.find(']')));
    EXPECT_THAT(out, testing::Each(77));
    return message;
  }
  RaggedOptions options_;
};

TEST_F(RaggedErrors, AreReportedBeforeAnythingIsWritten) {
  EXPECT_EQ(refused({}, 0), "[drop_ragged] expected at least one offset, got none");
  EXPECT_EQ(refused({1, 5}, 1), "[drop_ragged] expected offsets starting at 0, got 1");
  EXPECT_EQ(refused({0, 4, 3, 5}, 3),
            "[drop_ragged] expected non-decreasing offsets, got 3 after 4 at 2");
  EXPECT_EQ(refused({0, -1, 5}, 2),
            "[drop_ragged] expected non-decreasing offsets, got -1 after 0 at 1");
  EXPECT_EQ(refused({0, 3}, 1),
            "[drop_ragged] expected the last offset to equal the number of values (5), got 3");
  EXPECT_EQ(refused({0, 9}, 1),
            "[drop_ragged] expected the last offset to equal the number of values (5), got 9");
  EXPECT_EQ(refused({0, 3, 5}, 1),
            "[drop_ragged] expected an id for each of the 2 sequences, got 1");
  EXPECT_EQ(refused({0, 5}, 1, 4),
            "[drop_ragged] expected never_drop for each of the 5 values, got 4");
  options_.every = 0;
  EXPECT_EQ(refused({0, 5}, 1), "[drop_ragged] expected at least 1 element per span, got 0");
  options_ = {};
  options_.threads = 0;
  EXPECT_EQ(refused({0, 5}, 1), "[drop_ragged] expected at least 1 thread, got 0");
}

}  // namespace
}  // namespace spandrop
