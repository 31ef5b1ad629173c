#include "spandrop/text/regex_segmenter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace spandrop {
namespace {

TEST(RegexSegmenter, MatchesAreSpansAndTheRestIsAGap) {
  EXPECT_EQ(RegexSegmenter("[0-9]+").segment("ab12c345"), Spans(8, {{2, 4}, {5, 8}}));
  EXPECT_EQ(RegexSegmenter("x*").segment("axxbx"), Spans(5, {{1, 3}, {4, 5}}));
  EXPECT_EQ(RegexSegmenter("").segment("abc"), Spans(3, {}));
  EXPECT_EQ(RegexSegmenter("a").segment(""), Spans());
  EXPECT_EQ(RegexSegmenter("a|(?<=a)b").segment("ab"), Spans(2, {{0, 1}, {1, 2}}));
  EXPECT_EQ(RegexSegmenter("(?m)^.*$").segment("one\ntwo"), Spans(7, {{0, 3}, {4, 7}}));
}

TEST(RegexSegmenter, PositionsAreBytes) {
  EXPECT_EQ(RegexSegmenter("\\p{Han}").segment("\u00E9\u6F22\U0001F600\u5B57"),
            Spans(12, {{2, 5}, {9, 12}}));
  EXPECT_EQ(RegexSegmenter("\U0001F600+").segment("a\U0001F600\U0001F600"), Spans(9, {{1, 9}}));
  EXPECT_EQ(RegexSegmenter("(?i)STRASSE").segment("die Stra\u00DFe"), Spans(11, {{4, 11}}));
}

TEST(RegexSegmenter, ReportsWhatIsWrongAndWhere) {
  try {
    RegexSegmenter("ab(c");
    FAIL() << "nothing was refused";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("got ab(c: U_REGEX_MISMATCHED_PAREN at line 1"));
    EXPECT_THAT(error.what(), testing::HasSubstr("character 4"));
  }
  EXPECT_THROW(RegexSegmenter("[z-a]"), std::invalid_argument);
}

TEST(RegexSegmenter, StopsCatastrophicBacktracking) {
  EXPECT_THROW(RegexSegmenter("(a+)+b").segment(std::string(100, 'a')), std::runtime_error);
  EXPECT_THROW(RegexSegmenter("(?:a|b)*c").segment(std::string(3'000'000, 'a')),
               std::runtime_error);
}

// The step limit grows with the text, so that a reasonable pattern never reaches it.
TEST(RegexSegmenter, HandlesLongTexts) {
  std::string text;
  while (text.size() < 4'000'000) text += "An honest sentence, of some words. ";
  const std::size_t sentences = text.size() / 35;
  EXPECT_EQ(RegexSegmenter("[^.]*?\\.\\s*").segment(text).size(), sentences);
  EXPECT_EQ(RegexSegmenter("(?:x|y|z|u|v|\\w)+").segment(text).size(), 6 * sentences);
}

TEST(RegexSegmenter, IsThreadSafe) {
  const RegexSegmenter segmenter("(\\w)\\w*");
  const std::string text = "some words and more words";
  const Spans expected = segmenter.segment(text);
  ASSERT_EQ(expected.size(), 5u);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 500; ++k) wrong += segmenter.segment(text) == expected ? 0 : 1;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace spandrop
