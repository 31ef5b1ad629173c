#include "spandrop/tasks/hotpotqa/sequence.h"

#include <gtest/gtest.h>

#include "tests/tasks/sequences/letters.h"

namespace spandrop::hotpotqa {
namespace {

using namespace test;

TEST(HotpotqaSequence, HasSentencesAsSpans) {
  const Dataset dataset = example(read, "hotpotqa.json");
  const Question& question = dataset.questions[0];
  const std::vector<std::size_t> four = select_paragraphs(question);
  EXPECT_EQ(four, (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(select_paragraphs(question, 2), (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(select_paragraphs(question, 10).size(), 5u);

  const Sequence sequence = make_sequence(question, {1, 3}, encoder());
  EXPECT_EQ(sequence.spans.size(), 6u);
  EXPECT_EQ(sequence.paragraphs, (std::vector<std::size_t>{1, 1, 1, 3, 3, 3}));
  EXPECT_EQ(sequence.support, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(span_text(sequence, 4), "she never left vell . [SEP]");
  ASSERT_TRUE(sequence.answer);
  EXPECT_EQ(spelled(sequence, *sequence.answer), "vell");
  EXPECT_EQ(sequence.answers, (std::vector<std::size_t>{3}));
  EXPECT_EQ(sequence.kind, AnswerKind::span);

  const Sequence no = make_sequence(dataset.questions[1], {0, 1}, encoder());
  EXPECT_EQ(no.kind, AnswerKind::no);
  EXPECT_FALSE(no.answer);
}

}  // namespace
}  // namespace spandrop::hotpotqa
