#include "spandrop/tasks/squad/sequence.h"

#include <gtest/gtest.h>

#include "spandrop/core/draw.h"
#include "spandrop/core/remap.h"
#include "tests/tasks/sequences/letters.h"

namespace spandrop::squad {
namespace {

using namespace test;

TEST(SquadSequence, HasTokensAsSpans) {
  const Dataset dataset = example(read, "squad.json");
  const Paragraph& paragraph = dataset.articles[0].paragraphs[0];
  const Sequence sequence = make_sequence(paragraph, paragraph.questions[0], encoder());
  EXPECT_EQ(sequence.id, "ferry-builder");
  EXPECT_EQ(sequence.ids.front(), kBeginning);
  EXPECT_EQ(sequence.ids.back(), kSeparator);
  EXPECT_EQ(sequence.context.end, sequence.ids.size() - 1);
  EXPECT_EQ(sequence.spans.size(), sequence.context.size());
  EXPECT_EQ(sequence.spans.ranges().front().begin, sequence.context.begin);
  ASSERT_EQ(sequence.answers_at.size(), 2u);
  EXPECT_EQ(spelled(sequence, sequence.answers_at[0]), "ida lindqvist");
  EXPECT_EQ(spelled(sequence, sequence.answers_at[1]), "ida lindqvist , a shipwright from saby");
  const std::size_t shift = sequence.context.begin;  // the spans are single tokens
  ASSERT_FALSE(sequence.answers.empty());
  EXPECT_EQ(sequence.answers.front() + shift, sequence.answers_at[0].begin);
  EXPECT_EQ(sequence.answers.back() + shift + 1, sequence.answers_at[1].end);
}

TEST(SquadSequence, SupportIsTheTokensInABigramOfTheQuestion) {
  Paragraph paragraph;
  paragraph.context = "a b c d b a e";
  Question question;
  question.text = "x a b e c d ?";
  const Sequence single = make_sequence(paragraph, question, encoder());
  EXPECT_EQ(single.support, (std::vector<std::size_t>{0, 1, 2, 3}));
  const Sequence pairs = make_sequence(paragraph, question, encoder(), {.span_size = 3, .n = 2});
  EXPECT_EQ(pairs.spans.size(), 3u);
  EXPECT_EQ(pairs.support, (std::vector<std::size_t>{0, 1}));
  const Sequence adaptive = make_sequence(paragraph, question, encoder(), {.span_size = 0, .n = 2});
  EXPECT_EQ(adaptive.spans.size(), 4u);  // abcd, b, a, e
  EXPECT_EQ(adaptive.support, (std::vector<std::size_t>{0}));
}

TEST(SquadSequence, RealAnswersSurviveDrops) {
  const std::string name = real_file("squad/dev-v1.1.json");
  const std::string vocabulary = real_file("vocab/bert-uncased-vocab.txt");
  SPANDROP_NEEDS(name);
  SPANDROP_NEEDS(vocabulary);
  const TextEncoder real(read_vocabulary(vocabulary));
  const PaddedFile file(name);
  const auto dataset = read(file.text());
  ASSERT_TRUE(dataset);
  std::size_t answers = 0, dropped = 0, without_tokens = 0;
  for (const Article& article : dataset->articles) {
    const Paragraph& paragraph = article.paragraphs.front();
    for (const Question& question : paragraph.questions) {
      for (const std::size_t span_size : {0u, 1u, 8u}) {
        const Sequence sequence =
            make_sequence(paragraph, question, real, {.span_size = span_size, .n = 2});
        const KeepMask kept_spans = sequence.protected_spans();
        const KeepMask mask = draw({1, 0, id_of(sequence.id)}, sequence.spans.size(),
                                   {.law = {.rate = 0.5, .gamma = 1}}, &kept_spans);
        const Remap remap(sequence.spans, mask);
        dropped += !mask.all();
        without_tokens += question.answers.size() - sequence.answers_at.size();
        for (const Range& answer : sequence.answers_at) {
          const Moved moved = remap.move(answer);
          ASSERT_EQ(moved.now.size(), answer.size());
          for (std::size_t i = 0; i < answer.size(); ++i) {
            ASSERT_EQ(remap.to_old(moved.now.begin + i), answer.begin + i);
          }
          ++answers;
        }
      }
    }
  }
  EXPECT_GT(answers, 1000u);
  EXPECT_GT(dropped, 500u);
  EXPECT_EQ(without_tokens, 0u);
}

}  // namespace
}  // namespace spandrop::squad
