#include "spandrop/tasks/scores/answer_text.h"

#include <gtest/gtest.h>

namespace spandrop {
namespace {

// The expected values come from Python 3.11.
TEST(AnswerText, Normalised) {
  const std::pair<const char*, const char*> cases[] = {
      {"", ""},
      {"The U.S.", "us"},
      {"twenty-five", "twentyfive"},
      {"  An  apple a\tday, the  end ", "apple day end"},
      {"a", ""},
      {"aa theatre", "aa theatre"},
      {"the_end", "theend"},
      {"a.b the.", "ab"},
      {"\"The\" $100", "100"},
      // Only ASCII punctuation is deleted; other punctuation is a word boundary.
      {"\u201cthe end\u201d", "\u201c end\u201d"},
      {"x\u2013a\u2013y", "x\u2013 \u2013y"},
      {"\u20ac5", "\u20ac5"},
      // A combining mark is not a word character; a digit or letter of any script is.
      {"a\u0301", "\u0301"},
      {"a\u00b2", "a\u00b2"},
      {"a\u00bd an\u0661", "a\u00bd an\u0661"},
      {"\u00e0 the\u00e9", "\u00e0 the\u00e9"},
      {"a\u200bb", "\u200bb"},
      {"\ud55c a", "\ud55c"},
      // str.lower: a final sigma, one character that becomes two, no case folding.
      {"\u039f\u0394\u039f\u03a3", "\u03bf\u03b4\u03bf\u03c2"},
      {"\u03a3\u0391 \u03a3", "\u03c3\u03b1 \u03c3"},
      {"\u0391\u03a3.", "\u03b1\u03c2"},
      {"\u0391\u03a3'\u0391", "\u03b1\u03c3\u03b1"},
      {"\u0130", "i\u0307"},
      {"Stra\u00dfe", "stra\u00dfe"},
      // Python's white space, including the ASCII separators.
      {"x\u00a0y\u3000z\u2028w", "x y z w"},
      {"x\x1cy\x1fz\xC2\x85", "x y z"},
  };
  for (const auto& [text, normalised] : cases) {
    EXPECT_EQ(normalised_answer(text), normalised) << text;
  }
}

TEST(AnswerText, NormalisingIsIdempotent) {
  for (const char* text : {"The U.S. of a\u0301 \u0391\u03a3'\u0391", "a  an-the\u2013the the"}) {
    const std::string once = normalised_answer(text);
    EXPECT_EQ(normalised_answer(once), once);
  }
}

}  // namespace
}  // namespace spandrop
