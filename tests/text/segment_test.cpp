#include "spandrop/text/segment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/text/corpus.h"
#include "tests/text/oracle.h"

namespace spandrop {
namespace {

using testing::ElementsAre;

std::vector<std::string> pieces(const Spans& spans, const std::string& text) {
  std::vector<std::string> pieces;
  for (const Range& range : spans.ranges())
    pieces.push_back(text.substr(range.begin, range.size()));
  return pieces;
}

// True if all three segmenters agree with ICU.
testing::AssertionResult agrees(const std::string& text) {
  const auto same = [&](const char* name, const Spans& spans, const std::vector<Range>& expected) {
    if (spans == Spans(text.size(), expected)) return std::string();
    return std::string(name) + " of " + test::shown(text) + "\n  ours " +
           testing::PrintToString(pieces(spans, text)) + "\n  ICU  " +
           testing::PrintToString(pieces(Spans(text.size(), expected), text)) + "\n";
  };
  const std::string wrong =
      same("sentences", sentences(text), test::icu_joined(test::Breaks::sentence, text)) +
      same("words", words(text), test::icu_joined(test::Breaks::word, text)) +
      same("characters", characters(text), test::icu_ranges(test::Breaks::character, text));
  return wrong.empty() ? testing::AssertionSuccess() : testing::AssertionFailure() << wrong;
}

TEST(Segment, AgreesWithIcuOnHostileTexts) {
  for (const std::string& text : test::hostile_texts()) EXPECT_TRUE(agrees(text));
}

TEST(Segment, AgreesWithIcuOnRandomTexts) {
  std::mt19937 generator(20);
  for (int i = 0; i < 200'000; ++i) ASSERT_TRUE(agrees(test::random_text(generator)));
}

// Every ASCII byte between letters, digits, marks and spaces: tests the tables of the fast paths.
TEST(Segment, AgreesWithIcuOnAllPairsOfAscii) {
  for (int i = 0; i < 0x80 * 0x80; ++i) {
    const char a = static_cast<char>(i / 0x80);
    const char b = static_cast<char>(i % 0x80);
    ASSERT_TRUE(agrees(std::string("x") + a + b + "y" + a + "1" + b + "2. " + a + "Z." + b));
  }
}

// Each thread has its own ICU iterators.
TEST(Segment, IsThreadSafe) {
  const std::string text = "Caf\u00E9 noir. \u0E2A\u0E27\u0E31\u0E2A\u0E14\u0E35 e\u0301!";
  const Spans expected_words = words(text);
  const Spans expected_characters = characters(text);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 500; ++k) {
        wrong += words(text) == expected_words && characters(text) == expected_characters ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

class SegmentCorpus : public testing::TestWithParam<const char*> {};

TEST_P(SegmentCorpus, AgreesWithIcu) {
  const test::Corpus corpus = test::read_corpus(GetParam());
  if (!corpus.missing.empty()) GTEST_SKIP() << corpus.missing << " is missing";
  ASSERT_GT(corpus.texts.size(), 500u);
  for (const std::string& text : corpus.texts) ASSERT_TRUE(agrees(text));
}

INSTANTIATE_TEST_SUITE_P(Real, SegmentCorpus,
                         testing::Values("squad", "hotpotqa", "multirc", "docred"),
                         [](const auto& corpus) { return std::string(corpus.param); });

// The examples of Unicode Standard Annex 29, section 5.
TEST(Sentences, FollowTheExamplesOfTheStandard) {
  const auto of = [](const std::string& text) { return pieces(sentences(text), text); };
  EXPECT_THAT(of("c.d"), ElementsAre("c.d"));
  EXPECT_THAT(of("3.4"), ElementsAre("3.4"));
  EXPECT_THAT(of("U.S. of"), ElementsAre("U.S. of"));
  EXPECT_THAT(of("the resp. leaders are"), ElementsAre("the resp. leaders are"));
  EXPECT_THAT(of("etc.)\u2019 \u2018(the"), ElementsAre("etc.)\u2019 \u2018(the"));
  EXPECT_THAT(of("She said \u201CSee spot run.\u201D  John shook his head."),
              ElementsAre("She said \u201CSee spot run.\u201D  ", "John shook his head."));
  EXPECT_THAT(of("etc.\u5B83"), ElementsAre("etc.", "\u5B83"));
  EXPECT_THAT(of("etc.\u3002\u5B83"), ElementsAre("etc.\u3002", "\u5B83"));
  EXPECT_THAT(of("One!\r\nTwo\nThree."), ElementsAre("One!\r\n", "Two\n", "Three."));
}

TEST(Sentences, KeepTheBlankLinesAfterThem) {
  const auto of = [](const std::string& text) { return pieces(sentences(text), text); };
  EXPECT_THAT(of("\n One.\n\n \nTwo.\n"), ElementsAre("\n One.\n\n \n", "Two.\n"));
  EXPECT_THAT(of("\n\n"), ElementsAre("\n\n"));
}

TEST(Words, KeepTheWhiteSpaceAfterThem) {
  const auto of = [](const std::string& text) { return pieces(words(text), text); };
  EXPECT_THAT(of("  Don't  panic, 3.14!\n"),
              ElementsAre("  Don't  ", "panic", ", ", "3.14", "!\n"));
  EXPECT_THAT(of(" \t"), ElementsAre(" \t"));
  EXPECT_THAT(of(" \u00A0caf\u00E9\u2003noir "), ElementsAre(" \u00A0caf\u00E9\u2003", "noir "));
}

TEST(Characters, EveryKGroupsKClusters) {
  const std::string text = "a\r\ne\u0301x\U0001F1E9\U0001F1EA";
  EXPECT_THAT(pieces(characters_every(text, 2), text),
              ElementsAre("a\r\n", "e\u0301x", "\U0001F1E9\U0001F1EA"));
  EXPECT_EQ(characters_every(text, 1), characters(text));
  EXPECT_EQ(characters_every(text, 99), Spans(text.size(), {{0, text.size()}}));
  EXPECT_EQ(characters_every("", 3).size(), 0u);
  EXPECT_THROW(characters_every(text, 0), std::invalid_argument);
}

TEST(Paragraphs, EndAfterBlankLines) {
  const auto of = [](const std::string& text) { return pieces(paragraphs(text), text); };
  EXPECT_THAT(of("a\nb\n\nc"), ElementsAre("a\nb\n\n", "c"));
  EXPECT_THAT(of("a\r\n \t\r\n\r\n  b\r\n"), ElementsAre("a\r\n \t\r\n\r\n", "  b\r\n"));
  EXPECT_THAT(of("a\r\rb"), ElementsAre("a\r\r", "b"));
  EXPECT_THAT(of("a\u2029b\u2029\n\nc\u2028d"), ElementsAre("a\u2029", "b\u2029\n\n", "c\u2028d"));
  EXPECT_THAT(of("\n\n a\n\n"), ElementsAre("\n\n a\n\n"));
  EXPECT_THAT(of("a\n\n  "), ElementsAre("a\n\n  "));
  EXPECT_THAT(of("\n \n"), ElementsAre("\n \n"));
  EXPECT_THAT(of(""), ElementsAre());
}

}  // namespace
}  // namespace spandrop
