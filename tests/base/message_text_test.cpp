#include "spandrop/base/message_text.h"

#include <gtest/gtest.h>

namespace spandrop {
namespace {

TEST(MessageText, ShortensWithoutCuttingACharacter) {
  EXPECT_EQ(shortened("", 3), "");
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "abc...");
  EXPECT_EQ(shortened("\u00e9\u00e9\u00e9", 3), "\u00e9\u00e9\u00e9");
  EXPECT_EQ(shortened("\u00e9\u00e9\u00e9\u00e9", 3), "\u00e9\u00e9\u00e9...");
  EXPECT_EQ(shortened("a\U0001F600\U0001F600b", 2), "a\U0001F600...");
  EXPECT_EQ(shortened(std::string(61, 'x')), std::string(60, 'x') + "...");
}

TEST(MessageText, RemovesTheNameOfAFunction) {
  EXPECT_EQ(without_function("[Law] expected rate in [0, 1], got 2"),
            "expected rate in [0, 1], got 2");
  EXPECT_EQ(without_function("[Spans::every] expected k"), "expected k");
  EXPECT_EQ(without_function("[find_animals] expected k"), "expected k");
  EXPECT_EQ(without_function("expected [a] b"), "expected [a] b");
  EXPECT_EQ(without_function("[0].id: expected [a] b"), "[0].id: expected [a] b");
  EXPECT_EQ(without_function("[x"), "[x");
  EXPECT_EQ(without_function(""), "");
}

}  // namespace
}  // namespace spandrop
