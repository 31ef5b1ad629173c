#include "spandrop/tasks/sequences/token_sequence.h"

#include <gtest/gtest.h>

namespace spandrop {
namespace {

TEST(TokenSequence, ProtectsSupportAndAnswers) {
  TokenSequence sequence;
  sequence.spans = Spans::every(5, 1);
  sequence.support = {1};
  sequence.answers = {1, 3};
  EXPECT_EQ(sequence.protected_spans(Protect::none).count(), 0u);
  EXPECT_EQ(sequence.protected_spans(Protect::field).count(), 1u);
  EXPECT_EQ(sequence.protected_spans().count(), 2u);
}

}  // namespace
}  // namespace spandrop
