#include "spandrop/tasks/scores/answer_text.h"

#include <gtest/gtest.h>

namespace spandrop {
namespace {

// What Python 3.11 gives for each.
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
      // Only the punctuation of ASCII goes; other punctuation is the edge of a word.
      {"\u201cthe end\u201d", "\u201c end\u201d"},
      {"x\u2013a\u2013y", "x\u2013 \u2013y"},
      {"\u20ac5", "\u20ac5"},
      // A combining mark is not of the word, a digit or a letter of any script is.
      {"a\u0301", "\u0301"},
      {"a\u00b2", "a\u00b2"},
      {"a\u00bd an\u0661", "a\u00bd an\u0661"},
      {"\u00e0 the\u00e9", "\u00e0 the\u00e9"},
      {"a\u200bb", "\u200bb"},
      {"\ud55c a", "\ud55c"},
      // str.lower: a sigma at the end of a word, one character that becomes two, no folding.
      {"\u039f\u0394\u039f\u03a3", "\u03bf\u03b4\u03bf\u03c2"},
      {"\u03a3\u0391 \u03a3", "\u03c3\u03b1 \u03c3"},
      {"\u0391\u03a3.", "\u03b1\u03c2"},
      {"\u0391\u03a3'\u0391", "\u03b1\u03c3\u03b1"},
      {"\u0130", "i\u0307"},
      {"Stra\u00dfe", "stra\u00dfe"},
      // White space by Python: also the separators of ASCII.
      {"x\u00a0y\u3000z\u2028w", "x y z w"},
      {"x\x1cy\x1fz\xC2\x85", "x y z"},
  };
  for (const auto& [text, normalised] : cases) {
    EXPECT_EQ(normalised_answer(text), normalised) << text;
  }
}

TEST(AnswerText, NormalisingTwiceChangesNothingMore) {
  for (const char* text : {"The U.S. of a\u0301 \u0391\u03a3'\u0391", "a  an-the\u2013the the"}) {
    const std::string once = normalised_answer(text);
    EXPECT_EQ(normalised_answer(once), once);
  }
}

}  // namespace
}  // namespace spandrop
