#include "spandrop/drop/protection.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/core/random_spans.h"

namespace spandrop {
namespace {

std::vector<Range> random_ranges(std::size_t length, std::mt19937_64& random) {
  std::vector<Range> ranges(random() % 4);
  for (Range& range : ranges) {
    range.begin = random() % (length + 1);
    range.end = range.begin + random() % (length + 1 - range.begin);
  }
  return ranges;
}

// Element by element.
KeepMask touched(const Spans& spans, const std::vector<Range>& ranges) {
  const std::vector<int> holders = ranges_of_elements(spans);
  KeepMask mask(spans.size());
  for (const Range& range : ranges) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (holders[i] >= 0) mask.keep(spans.owner(static_cast<std::size_t>(holders[i])));
    }
  }
  return mask;
}

bool contains(const KeepMask& larger, const KeepMask& smaller) {
  for (std::size_t i = 0; i < smaller.size(); ++i) {
    if (smaller[i] && !larger[i]) return false;
  }
  return true;
}

TEST(Protection, SpansThatTouchARange) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t length = random() % 30;
    const Spans spans = random_spans(length, random);
    const std::vector<Range> ranges = random_ranges(length, random);
    ASSERT_EQ(protected_spans(spans, ranges, {}, Protect::none), KeepMask(spans.size()));
    ASSERT_EQ(protected_spans(spans, ranges, {{0, length}}, Protect::field),
              touched(spans, ranges));
  }
}

// Whatever else a draw drops, protected labels are whole.
TEST(Protection, ProtectedLabelsAreNeverLost) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t length = random() % 30;
    const Spans spans = random_spans(length, random);
    const std::vector<Range> labels = random_ranges(length, random);
    KeepMask keep = protected_spans(spans, {}, labels, Protect::annotations);
    ASSERT_TRUE(contains(keep, touched(spans, labels)));
    const Remap remap(spans, keep);
    for (const Range& label : labels) {
      const Fate fate = remap.move(label).fate;
      ASSERT_TRUE(fate == Fate::kept || fate == Fate::shifted) << round;
    }
  }
}

TEST(Protection, AKeeperAcceptsDrawsThatLoseNoLabel) {
  std::mt19937_64 random(3);
  int accepted = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::size_t length = random() % 20;
    const Spans spans = random_spans(length, random);
    const std::vector<Range> labels = random_ranges(length, random);
    const KeepMask mask = random_mask(spans.size(), random);
    const Remap remap(spans, mask);
    bool is_lost = false;
    for (const Range& label : labels) {
      const Fate fate = remap.move(label).fate;
      is_lost |= fate == Fate::cut || fate == Fate::gone;
    }
    ASSERT_EQ(LabelKeeper(spans, labels, Ablation::drop)(mask), !is_lost) << round;
    accepted += !is_lost;
  }
  EXPECT_GT(accepted, 500);
  EXPECT_LT(accepted, 3500);
}

TEST(Protection, NumbersOfSpans) {
  const auto kept = [](Protect protect) {
    const KeepMask mask = protected_spans(4, {0, 2}, {3}, protect);
    std::string bits;
    for (std::size_t i = 0; i < mask.size(); ++i) bits += mask[i] ? '1' : '0';
    return bits;
  };
  EXPECT_EQ(kept(Protect::none), "0000");
  EXPECT_EQ(kept(Protect::field), "1010");
  EXPECT_EQ(kept(Protect::annotations), "1011");
}

}  // namespace
}  // namespace spandrop
