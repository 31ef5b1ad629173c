#include "spandrop/tasks/multirc/sequence.h"

#include <gtest/gtest.h>

#include "tests/tasks/sequences/letters.h"

namespace spandrop::multirc {
namespace {

using namespace test;

TEST(MultircSequence, HasCandidatesAndSentences) {
  const Dataset dataset = example(read, "multirc.json");
  const Paragraph& paragraph = dataset.paragraphs[0];
  const Sequence sequence = make_sequence(paragraph, paragraph.questions[1], encoder());
  EXPECT_EQ(sequence.id, "Fiction/kite.txt#q1");
  EXPECT_EQ(sequence.spans.size(), 7u);
  EXPECT_EQ(sequence.support, (std::vector<std::size_t>{3, 5}));
  EXPECT_EQ(span_text(sequence, 4), "he is fond of pears . [SEP]");
  ASSERT_EQ(sequence.candidates.size(), 3u);
  EXPECT_EQ(spelled(sequence, sequence.candidates[1]), "the miller");
  EXPECT_EQ(sequence.is_right, (std::vector<bool>{true, true, false}));
  EXPECT_LT(sequence.candidates[2].end, sequence.spans.ranges()[0].begin);
}

}  // namespace
}  // namespace spandrop::multirc
