#include "spandrop/text/cached_text.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace spandrop {
namespace {

// Short, long and empty texts, ASCII and not, some of the same length.
std::vector<std::string> texts() {
  std::string sentences, words = "\xC3\xA9 ";
  while (sentences.size() < 70'000) sentences += "One more. ";
  while (words.size() < sentences.size()) words += "and then ";
  words.resize(sentences.size());
  return {"", "A. B.", "A b c", "\xC3\xA9. B", "\xC3\xA9 b c. D.", sentences, words};
}

TEST(CachedText, MatchesEachTextAlone) {
  std::mt19937_64 random(1);
  const std::vector<std::string> all = texts();
  for (const char* written : {"sentence", "word", "every:2", "adaptive"}) {
    for (const Unit unit : {Unit::byte, Unit::code_point, Unit::utf16}) {
      const SpanRule rule(written);
      CachedText last(unit);
      std::string text;  // always at the same address
      for (int round = 0; round < 100; ++round) {
        text = all[random() % all.size()];
        const std::string question = random() % 2 ? "B c and" : "more then";
        last.read(text);
        ASSERT_EQ(last.units().text(), text);
        ASSERT_EQ(last.units().length(), UnitIndex(text, unit).length());
        if (random() % 4 == 0) continue;
        ASSERT_EQ(last.spans(rule, question), rule.of_text(text, question)) << written;
      }
    }
  }
}

}  // namespace
}  // namespace spandrop
