#include "spandrop/core/remap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <vector>

#include "tests/core/random_spans.h"
#include "tests/core/refusal.h"

namespace spandrop {
namespace {

constexpr Ablation kAblations[] = {Ablation::drop, Ablation::mask, Ablation::mask_spans};

// The slow, obvious version: follows every element.
struct Tracked {
  struct Element {
    bool kept = true;
    std::optional<std::size_t> place;  // in the new sequence, masked or not
    std::size_t before = 0;            // new elements before its range (if masked: before it)
  };
  std::vector<Element> old_elements;
  std::vector<std::optional<std::size_t>> new_elements;  // the old position; none for a mask value
};

Tracked track(const Spans& spans, const KeepMask& keep, Ablation ablation) {
  Tracked tracked;
  std::vector<bool> seen(spans.size());
  const std::vector<int> ranges = ranges_of_elements(spans);
  std::size_t before_piece = 0;
  for (std::size_t e = 0; e < spans.length(); ++e) {
    const std::size_t size = tracked.new_elements.size();
    const std::size_t range = static_cast<std::size_t>(ranges[e]);
    if (ranges[e] < 0 || keep[spans.owner(range)]) {
      tracked.old_elements.push_back({true, size, size});
      tracked.new_elements.push_back(e);
      continue;
    }
    if (e == spans.ranges()[range].begin) before_piece = size;
    Tracked::Element lost{false, std::nullopt, before_piece};
    const bool first = !seen[spans.owner(range)];
    seen[spans.owner(range)] = true;
    if (ablation == Ablation::mask) {
      lost.place = lost.before = size;
      tracked.new_elements.push_back(std::nullopt);
    } else if (ablation == Ablation::mask_spans && first) {
      tracked.new_elements.push_back(std::nullopt);
    }
    tracked.old_elements.push_back(lost);
  }
  return tracked;
}

// The result that move() must return, from the fate of each element of the range.
Moved expected_move(const Tracked& tracked, Range range) {
  const auto& elements = tracked.old_elements;
  const std::size_t next =
      range.begin < elements.size() ? elements[range.begin].before : tracked.new_elements.size();
  if (range.empty()) {
    const bool between_lost = range.begin > 0 && range.begin < elements.size() &&
                              !elements[range.begin - 1].kept && !elements[range.begin].kept;
    const Fate whole = next == range.begin ? Fate::kept : Fate::shifted;
    return {{next, next}, between_lost ? Fate::gone : whole};
  }
  std::size_t kept = 0;
  std::optional<std::size_t> first, last;
  for (std::size_t e = range.begin; e < range.end; ++e) {
    kept += elements[e].kept;
    if (!elements[e].place) continue;
    if (!first) first = elements[e].place;
    last = elements[e].place;
  }
  if (!first) return {{next, next}, Fate::gone};
  const Range now{*first, *last + 1};
  if (kept == range.size()) return {now, *first == range.begin ? Fate::kept : Fate::shifted};
  return {now, kept > 0 ? Fate::cut : Fate::gone};
}

TEST(Remap, FollowsEveryElementAndEveryRange) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 1500; ++round) {
    const Spans spans = random_spans(random() % 24, random);
    const KeepMask keep = random_mask(spans.size(), random);
    for (const Ablation ablation : kAblations) {
      SCOPED_TRACE(testing::Message() << "round " << round << " ablation " << int(ablation));
      const Remap remap(spans, keep, ablation);
      const Tracked tracked = track(spans, keep, ablation);
      ASSERT_EQ(remap.old_length(), spans.length());
      ASSERT_EQ(remap.new_length(), tracked.new_elements.size());
      for (std::size_t e = 0; e <= spans.length(); ++e) {
        const bool kept = e < spans.length() && tracked.old_elements[e].kept;
        ASSERT_EQ(remap.to_new(e), kept ? tracked.old_elements[e].place : std::nullopt) << e;
      }
      for (std::size_t e = 0; e <= remap.new_length(); ++e) {
        ASSERT_EQ(remap.to_old(e), e < remap.new_length() ? tracked.new_elements[e] : std::nullopt)
            << e;
      }
      for (std::size_t begin = 0; begin <= spans.length(); ++begin) {
        for (std::size_t end = begin; end <= spans.length(); ++end) {
          const Moved expected = expected_move(tracked, {begin, end});
          const Moved moved = remap.move({begin, end});
          ASSERT_EQ(moved.now, expected.now) << begin << " " << end;
          ASSERT_EQ(moved.fate, expected.fate) << begin << " " << end;
        }
      }
      ASSERT_EQ(Remap({remap.pieces().begin(), remap.pieces().end()}).new_length(),
                remap.new_length());
    }
  }
}

// The sequence AABBCC in spans of two elements, without BB.
class WithoutTheMiddle : public testing::Test {
 protected:
  Moved move(Ablation ablation, Range range) const {
    KeepMask keep(3, true);
    keep.drop(1);
    return Remap(Spans::every(6, 2), keep, ablation).move(range);
  }
  void expect(Ablation ablation, Range range, Range now, Fate fate) const {
    const Moved moved = move(ablation, range);
    EXPECT_EQ(moved.now.begin, now.begin);
    EXPECT_EQ(moved.now.end, now.end);
    EXPECT_EQ(moved.fate, fate);
  }
};

TEST_F(WithoutTheMiddle, Dropped) {
  expect(Ablation::drop, {0, 2}, {0, 2}, Fate::kept);
  expect(Ablation::drop, {4, 6}, {2, 4}, Fate::shifted);
  expect(Ablation::drop, {1, 3}, {1, 2}, Fate::cut);
  expect(Ablation::drop, {1, 5}, {1, 3}, Fate::cut);
  expect(Ablation::drop, {2, 4}, {2, 2}, Fate::gone);
}

TEST_F(WithoutTheMiddle, Masked) {
  expect(Ablation::mask, {4, 6}, {4, 6}, Fate::kept);
  expect(Ablation::mask, {1, 3}, {1, 3}, Fate::cut);
  expect(Ablation::mask, {2, 3}, {2, 3}, Fate::gone);
}

TEST_F(WithoutTheMiddle, MaskedAsOne) {
  expect(Ablation::mask_spans, {4, 6}, {3, 5}, Fate::shifted);
  expect(Ablation::mask_spans, {1, 3}, {1, 2}, Fate::cut);
  expect(Ablation::mask_spans, {1, 5}, {1, 4}, Fate::cut);
  expect(Ablation::mask_spans, {2, 4}, {2, 2}, Fate::gone);
}

TEST(Remap, ASpanMaskIsNotThePlaceOfItsOnlyElement) {
  KeepMask keep(3, true);
  keep.drop(1);
  const Remap remap(Spans::every(3, 1), keep, Ablation::mask_spans);
  const Moved gone = remap.move({1, 2}), cut = remap.move({1, 3});
  EXPECT_EQ(gone.fate, Fate::gone);
  EXPECT_EQ(gone.now, (Range{1, 1}));
  EXPECT_EQ(cut.fate, Fate::cut);
  EXPECT_EQ(cut.now, (Range{2, 3}));
}

TEST(Remap, ReportsInvalidArguments) {
  using testing::HasSubstr;
  const Spans spans = Spans::every(6, 2);
  EXPECT_EQ(refusal([&] { Remap(spans, KeepMask(2)); }),
            "[Remap] expected a mask of 3 spans, got 2");
  const Remap remap(spans, KeepMask(3));
  EXPECT_EQ(refusal([&] { remap.move({0, 7}); }),
            "[Remap::move] expected a range within 6 elements, got [0, 7)");
  EXPECT_THAT(refusal([&] { remap.move({3, 2}); }), HasSubstr("got [3, 2)"));
  using Pieces = std::vector<Piece>;
  EXPECT_THAT(refusal([] { Remap(Pieces{{{0, 2}, true, 2}, {{3, 4}, true, 1}}); }),
              HasSubstr("cover the sequence, got one at 3 after position 2"));
  EXPECT_THAT(refusal([] { Remap(Pieces{{{0, 2}, true, 1}}); }), HasSubstr("cover the sequence"));
  EXPECT_THAT(refusal([] { Remap(Pieces{{{0, 0}, false, 1}}); }), HasSubstr("cover the sequence"));
}

}  // namespace
}  // namespace spandrop
