#include "spandrop/drop/joined_spans.h"

#include <gtest/gtest.h>

namespace spandrop {
namespace {

TEST(JoinedSpans, OneSpanPerGroup) {
  EXPECT_EQ(joined_spans(Spans::every(5, 1), {0, 1, 2, 1, 4}),
            Spans(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}, {0, 1, 2, 1, 3}));
}

TEST(JoinedSpans, SpansThatShareAGroupAreJoinedThroughOthers) {
  // 0 1 | 2 3 | 4 5 | 6: the first two share group 7, the next two group 8.
  EXPECT_EQ(joined_spans(Spans::every(7, 2), {0, 7, 7, 8, 8, 1, 2}),
            Spans(7, {{0, 2}, {2, 4}, {4, 6}, {6, 7}}, {0, 0, 0, 1}));
}

TEST(JoinedSpans, AGroupThatReachesIntoAGapIsKept) {
  EXPECT_EQ(joined_spans(Spans(4, {{0, 1}, {2, 3}}), {0, 1, 1, 2}), Spans(4, {{0, 1}}, {0}));
}

TEST(JoinedSpans, NothingToJoin) { EXPECT_EQ(joined_spans(Spans(), {}), Spans(0, {}, {})); }

}  // namespace
}  // namespace spandrop
