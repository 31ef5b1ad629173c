#include "spandrop/text/folded_words.h"

#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/text/oracle.h"

namespace spandrop {
namespace {

// The slow, obvious way: UTF-16, ICU's case folding, and white space one character at a time.
std::string folded(const std::string& word) {
  icu::UnicodeString text = icu::UnicodeString::fromUTF8(word);
  const auto is_space = [&](std::int32_t at) { return u_isUWhiteSpace(text.char32At(at)); };
  while (!text.isEmpty() && is_space(text.length() - 1)) text.truncate(text.length() - 1);
  while (!text.isEmpty() && is_space(0)) text.remove(0, 1);
  std::string out;
  text.foldCase().toUTF8String(out);
  return out;
}

std::int32_t add(FoldedWords& words, const std::string& word) {
  return words.add(word, {0, word.size()});
}

std::int32_t find(FoldedWords& words, const std::string& word) {
  return words.find(word, {0, word.size()});
}

// Short words of few letters, so that many are equal, from all ASCII characters and a few others.
std::string random_word(std::mt19937& generator) {
  static const std::vector<std::string> parts = {
      "a",      "A",      "b",      "B",      "z",      "Z",      "@",      "[",
      "`",      "{",      " ",      "\t",     "\n",     "0",      "'",      "\u00C4",
      "\u00E4", "\u00DF", "\u1E9E", "\u00A0", "\u03A3", "\u03C2", "\u2003", "\U00010400"};
  std::string word;
  const bool only_ascii = generator() % 2;
  for (std::size_t i = generator() % 20; i > 0; --i) {
    word += parts[generator() % (only_ascii ? 15 : parts.size())];
  }
  if (generator() % 50 == 0) word += static_cast<char>(generator() % 0x80);
  return word;
}

TEST(FoldedWords, AgreeWithIcu) {
  std::mt19937 generator(5);
  FoldedWords words;
  std::map<std::string, std::int32_t> expected;
  for (int i = 0; i < 50'000; ++i) {
    const std::string word = random_word(generator);
    const auto known = expected.find(folded(word));
    ASSERT_EQ(find(words, word), known == expected.end() ? FoldedWords::kUnknown : known->second)
        << test::shown(word);
    const auto number = static_cast<std::int32_t>(expected.size());
    ASSERT_EQ(add(words, word), expected.emplace(folded(word), number).first->second)
        << test::shown(word);
  }
  EXPECT_GT(expected.size(), 1000u);
}

TEST(FoldedWords, AreGivenAsRangesOfAText) {
  FoldedWords words;
  const std::string text = "The ferry, THE FERRYMAN";
  EXPECT_EQ(words.add(text, {0, 4}), 0);
  EXPECT_EQ(words.add(text, {4, 9}), 1);
  EXPECT_EQ(words.add(text, {11, 15}), 0);
  EXPECT_EQ(words.find(text, {15, 23}), FoldedWords::kUnknown);
  EXPECT_EQ(words.find(text, {15, 20}), 1);
}

TEST(FoldedWords, DistinguishTrailingZeros) {
  FoldedWords words;
  EXPECT_EQ(add(words, "a"), 0);
  EXPECT_EQ(add(words, std::string("a\0", 2)), 1);
  EXPECT_EQ(add(words, std::string("\0\0\0\0\0\0\0\0", 8)), 2);
  EXPECT_EQ(add(words, ""), 3);
}

}  // namespace
}  // namespace spandrop
