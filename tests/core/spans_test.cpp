#include "spandrop/core/spans.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/refusal.h"

namespace spandrop {
namespace {

TEST(Spans, NumbersRangesInOrder) {
  const Spans spans(10, {{0, 3}, {5, 6}, {6, 10}});
  EXPECT_EQ(spans.size(), 3u);
  EXPECT_EQ(spans.length(), 10u);
  EXPECT_EQ(spans.owner(2), 2u);
}

TEST(Spans, OneSpanMayOwnSeveralRanges) {
  const Spans spans(10, {{0, 1}, {2, 3}, {5, 9}}, {0, 1, 0});
  EXPECT_EQ(spans.size(), 2u);
  EXPECT_EQ(spans.owner(2), 0u);
}

TEST(Spans, EveryLeavesAShortLastSpan) {
  EXPECT_EQ(Spans::every(7, 3), Spans(7, {{0, 3}, {3, 6}, {6, 7}}));
  EXPECT_EQ(Spans::every(0, 3).size(), 0u);
  EXPECT_EQ(Spans::every(2, ~std::size_t{0}), Spans(2, {{0, 2}}));
}

TEST(Spans, FindsTheFirstRangeAfterAPosition) {
  const Spans spans(10, {{1, 3}, {5, 6}});
  EXPECT_EQ(spans.first_range_after(0), 0u);
  EXPECT_EQ(spans.first_range_after(2), 0u);
  EXPECT_EQ(spans.first_range_after(3), 1u);
  EXPECT_EQ(spans.first_range_after(6), 2u);
}

TEST(Spans, ReportsInvalidArguments) {
  using testing::HasSubstr;
  EXPECT_THAT(refusal([] { Spans(5, {{2, 2}}); }), HasSubstr("begin < end, got range 0 [2, 2)"));
  EXPECT_THAT(refusal([] { Spans(5, {{2, 6}}); }), HasSubstr("within the 5 elements"));
  EXPECT_THAT(refusal([] { Spans(5, {{0, 3}, {2, 4}}); }),
              HasSubstr("do not overlap, got range 1 [2, 4) after [0, 3)"));
  EXPECT_THAT(refusal([] { Spans(5, {{3, 4}, {0, 1}}); }), HasSubstr("sorted"));
  EXPECT_THAT(refusal([] { Spans(5, {{0, 1}, {1, 2}}, {0}); }), HasSubstr("an owner for each"));
  EXPECT_THAT(refusal([] { Spans(5, {{0, 1}, {1, 2}}, {1, 1}); }), HasSubstr("no range of span 0"));
  EXPECT_THAT(refusal([] { Spans(5, {{0, 1}}, {7}); }), HasSubstr("without holes, got owner 7"));
  EXPECT_THAT(refusal([] { Spans::every(5, 0); }), HasSubstr("k of at least 1"));
}

}  // namespace
}  // namespace spandrop
