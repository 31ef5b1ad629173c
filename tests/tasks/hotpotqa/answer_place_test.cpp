#include "spandrop/tasks/hotpotqa/answer_place.h"

#include <gtest/gtest.h>

#include "tests/tasks/dataset_files.h"

namespace spandrop::hotpotqa {
namespace {

TEST(HotpotqaAnswer, IsFoundAsWholeWords) {
  const auto npos = std::string_view::npos;
  EXPECT_EQ(find_words("a giant ant.", "ant"), 8u);
  EXPECT_EQ(find_words("ant", "ant"), 0u);
  EXPECT_EQ(find_words("in 1924 and 24", "24"), 12u);
  EXPECT_EQ(find_words("24th", "24"), npos);
  EXPECT_EQ(find_words("the café", "caf"), npos);
  EXPECT_EQ(find_words("éants", "ants"), npos);  // a letter of two bytes before it
  EXPECT_EQ(find_words("(ant)-like", "(ant)"), 0u);
  EXPECT_EQ(find_words("C++ or C", "C++"), 0u);
  EXPECT_EQ(find_words("ant ant", "ant", 1), 4u);
  EXPECT_EQ(find_words("\xff"
                       "ant\xff",
                       "ant"),
            1u);  // invalid bytes are no letters
}

TEST(HotpotqaAnswer, IsSearchedInTheGivenParagraphsOnly) {
  Question question;
  question.answer = "ant";
  question.paragraphs = {{"A", {"An ant.", "A giant."}, {}}, {"B", {"No insect.", "One ant."}, {}}};
  question.facts = {{"B", 1, 1, {}}};
  const auto in_all = find_answer(question);
  ASSERT_TRUE(in_all);
  EXPECT_EQ(in_all->paragraph, 1u);
  EXPECT_TRUE(in_all->in_fact);
  const std::size_t first[] = {0};
  const auto in_first = find_answer(question, first);
  ASSERT_TRUE(in_first);
  EXPECT_EQ(in_first->bytes, (Range{3, 6}));
  EXPECT_FALSE(in_first->in_fact);
  question.answer = "gia";
  EXPECT_FALSE(find_answer(question));
}

TEST(HotpotqaAnswer, IsTheFirstInsideTheSupportingFacts) {
  const PaddedFile& file = test::example_file("hotpotqa.json");
  const auto dataset = read(file.text());
  ASSERT_TRUE(dataset);
  const auto lamp = find_answer(dataset->questions[0]);
  ASSERT_TRUE(lamp);
  EXPECT_EQ(lamp->paragraph, 3u);  // not Vell Castle
  EXPECT_TRUE(lamp->in_fact);
  EXPECT_FALSE(find_answer(dataset->questions[1]));
  EXPECT_EQ(answer_kind(dataset->questions[1]), AnswerKind::no);
  const auto singer = find_answer(dataset->questions[2]);
  ASSERT_TRUE(singer);
  EXPECT_EQ(singer->sentence, 2u);  // not the sentence before
  const std::string& sentence = dataset->questions[2].paragraphs[0].sentences[2];
  EXPECT_EQ(sentence.substr(singer->bytes.begin, singer->bytes.size()), "ninety-one");
}

TEST(HotpotqaAnswer, IsFoundInTheRealFile) {
  const std::string name = test::real_file("hotpotqa/hotpot_dev_distractor_subset.json");
  SPANDROP_NEEDS(name);
  const PaddedFile file(name);
  const auto dataset = read(file.text());
  ASSERT_TRUE(dataset);
  std::size_t in_fact = 0, found = 0, spans = 0;
  for (const Question& question : dataset->questions) {
    spans += answer_kind(question) == AnswerKind::span;
    const auto place = find_answer(question);
    found += place.has_value();
    in_fact += place && place->in_fact;
  }
  EXPECT_EQ(spans, 1701u);
  EXPECT_EQ(found, 1699u);    // one is only inside a word
  EXPECT_EQ(in_fact, 1697u);  // as whole words
}

}  // namespace
}  // namespace spandrop::hotpotqa
