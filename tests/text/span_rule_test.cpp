#include "spandrop/text/span_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "spandrop/text/question_overlap.h"
#include "spandrop/text/segment.h"

namespace spandrop {
namespace {

constexpr std::string_view kText = "One two. Three e\u0301\n\nfour five! Six";

template <class Make>
std::string refusal(Make make) {
  try {
    make();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(SpanRule, EveryNameHasItsKind) {
  using Kind = SpanRule::Kind;
  const std::pair<std::string, Kind> rules[] = {
      {"auto", Kind::automatic},    {"sentence", Kind::sentence},   {"word", Kind::word},
      {"char", Kind::character},    {"paragraph", Kind::paragraph}, {"every:1", Kind::every},
      {"every:1000", Kind::every},  {"regex:\\S+", Kind::regex},    {"regex:a:b", Kind::regex},
      {"adaptive", Kind::adaptive}, {"adaptive:3", Kind::adaptive}, {"field", Kind::field}};
  for (const auto& [written, kind] : rules) {
    EXPECT_EQ(SpanRule(written).kind(), kind) << written;
    EXPECT_EQ(SpanRule(written).written(), written);
  }
  EXPECT_EQ(SpanRule().kind(), Kind::automatic);
}

TEST(SpanRule, RejectsUnknownRulesAndListsTheValidOnes) {
  for (const char* written : {"", "words", "Word", " word", "word ", "word:2", "every", "regex",
                              "regex:", "field:spans", "sentence:", ":3"}) {
    EXPECT_THAT(refusal([&] { SpanRule{written}; }),
                testing::AllOf(testing::HasSubstr("[spans] expected sentence, word, char"),
                               testing::EndsWith(std::string("got ") + written)))
        << written;
  }
  for (const char* written : {"every:", "every:0", "every:-1", "every:+1", "every: 2", "every:2 ",
                              "every:1.5", "every:99999999999999999999"}) {
    EXPECT_EQ(
        refusal([&] { SpanRule{written}; }),
        std::string("[spans] expected every:K with a number K of at least 1, got ") + written);
  }
  for (const char* written : {"adaptive:", "adaptive:1", "adaptive:x"}) {
    EXPECT_EQ(
        refusal([&] { SpanRule{written}; }),
        std::string("[spans] expected adaptive:N with a number N of at least 2, got ") + written);
  }
  EXPECT_THAT(refusal([] { SpanRule("regex:("); }), testing::HasSubstr("regular expression"));
}

TEST(SpanRule, SplitsTextsByItsRule) {
  EXPECT_EQ(SpanRule().of_text(kText), sentences(kText));
  EXPECT_EQ(SpanRule("sentence").of_text(kText), sentences(kText));
  EXPECT_EQ(SpanRule("word").of_text(kText), words(kText));
  EXPECT_EQ(SpanRule("char").of_text(kText), characters(kText));
  EXPECT_EQ(SpanRule("paragraph").of_text(kText), paragraphs(kText));
  EXPECT_EQ(SpanRule("every:4").of_text(kText), characters_every(kText, 4));
  EXPECT_EQ(SpanRule("regex:[a-z]+").of_text("ab-cd"), Spans(5, {{0, 2}, {3, 5}}));
  EXPECT_EQ(SpanRule("regex:a:b").of_text("a:b, a"), Spans(6, {{0, 3}}));
  EXPECT_EQ(SpanRule("adaptive").of_text(kText, "one TWO"), adaptive_spans(kText, "one TWO", 2));
  EXPECT_EQ(SpanRule("adaptive:3").of_text(kText, "one two. x"),
            adaptive_spans(kText, "one two. x", 3));
  EXPECT_THAT(refusal([] { SpanRule("field").of_text(kText); }), testing::HasSubstr("got field"));
}

TEST(SpanRule, SplitsTokensOnlyByCount) {
  EXPECT_EQ(SpanRule().of_tokens(3), Spans::every(3, 1));
  EXPECT_EQ(SpanRule("every:2").of_tokens(5), Spans(5, {{0, 2}, {2, 4}, {4, 5}}));
  for (const char* written : {"sentence", "word", "char", "paragraph", "regex:a", "adaptive"}) {
    EXPECT_THAT(refusal([&] { SpanRule(written).of_tokens(3); }),
                testing::HasSubstr(std::string("for tokens, got ") + written));
  }
  EXPECT_THAT(refusal([] { SpanRule("field").of_tokens(3); }),
              testing::HasSubstr("expected spans, got none"));
}

TEST(SpanRule, ACopySharesItsPattern) {
  const SpanRule copy = [] { return SpanRule(SpanRule("regex:b+")); }();
  EXPECT_EQ(copy.of_text("abba"), Spans(4, {{1, 3}}));
}

}  // namespace
}  // namespace spandrop
