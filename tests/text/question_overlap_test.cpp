#include "spandrop/text/question_overlap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace spandrop {
namespace {

using Ids = std::vector<std::int32_t>;

// Compares every N-gram, of any length, with every position of the question.
std::vector<bool> brute_force(const Ids& context, const Ids& question, std::size_t n) {
  std::vector<bool> shared(context.size());
  for (std::size_t size = n; size <= context.size(); ++size) {
    for (std::size_t i = 0; i + size <= context.size(); ++i) {
      for (std::size_t j = 0; j + size <= question.size(); ++j) {
        bool equal = true;
        for (std::size_t k = 0; k < size; ++k) equal = equal && context[i + k] == question[j + k];
        for (std::size_t k = 0; equal && k < size; ++k) shared[i + k] = true;
      }
    }
  }
  return shared;
}

// The bytes or tokens of each span, in the order of their numbers.
std::vector<std::string> pieces(const Spans& spans, const std::string& text) {
  std::vector<std::string> pieces(spans.size());
  for (std::size_t i = 0; i < spans.ranges().size(); ++i) {
    const Range range = spans.ranges()[i];
    std::string& piece = pieces[spans.owner(i)];
    piece += (piece.empty() ? "" : "|") + text.substr(range.begin, range.size());
  }
  return pieces;
}

TEST(AdaptiveSpans, AgreeWithBruteForce) {
  std::mt19937 generator(3);
  for (int i = 0; i < 20'000; ++i) {
    const std::size_t n = 2 + generator() % 3;
    const std::int32_t alphabet = 2 + static_cast<std::int32_t>(generator() % 5);
    const auto random_ids = [&](std::size_t most) {
      Ids ids(generator() % (most + 1));
      for (auto& id : ids) id = static_cast<std::int32_t>(generator()) % alphabet;
      return ids;
    };
    const Ids context = random_ids(15);
    const Ids question = random_ids(8);
    const std::vector<bool> shared = brute_force(context, question, n);
    ASSERT_EQ(shared_tokens(context, question, n), shared);

    const Spans spans = adaptive_spans(context, question, n);
    // Two tokens are in the same span if and only if both are shared or they are the same token.
    std::vector<std::size_t> span_of(context.size(), ~std::size_t{0});
    for (std::size_t r = 0; r < spans.ranges().size(); ++r) {
      for (std::size_t t = spans.ranges()[r].begin; t < spans.ranges()[r].end; ++t) {
        span_of[t] = spans.owner(r);
      }
    }
    std::size_t seen = 0;
    for (std::size_t a = 0; a < context.size(); ++a) {
      ASSERT_LE(span_of[a], seen) << "spans are not numbered by first appearance";
      seen = std::max(seen, span_of[a] + 1);
      for (std::size_t b = 0; b < a; ++b) {
        ASSERT_EQ(span_of[a] == span_of[b], shared[a] && shared[b]);
      }
    }
    for (std::size_t r = 1; r < spans.ranges().size(); ++r) {
      ASSERT_NE(spans.owner(r - 1), spans.owner(r)) << "neighbours were not joined";
    }
  }
}

TEST(AdaptiveSpans, JoinWordsSharedWithTheQuestion) {
  const std::string context = "The Eiffel Tower is tall. In Paris, the  EIFFEL tower stands.";
  EXPECT_THAT(pieces(adaptive_spans(context, "How tall is the Eiffel Tower?"), context),
              testing::ElementsAre("The Eiffel Tower |the  EIFFEL tower ", "is ", "tall", ". ",
                                   "In ", "Paris", ", ", "stands", "."));
}

TEST(AdaptiveSpans, FoldCaseInEveryScript) {
  const std::string context = "\u039F\u0394\u039F\u03A3 STRASSE x";
  EXPECT_THAT(pieces(adaptive_spans(context, "\u03BF\u03B4\u03BF\u03C2\u00A0stra\u00DFe"), context),
              testing::ElementsAre("\u039F\u0394\u039F\u03A3 STRASSE ", "x"));
}

TEST(AdaptiveSpans, WithNothingSharedEachTokenIsASpan) {
  EXPECT_EQ(adaptive_spans("one two", "two one"), Spans(7, {{0, 4}, {4, 7}}));
  EXPECT_EQ(adaptive_spans("one two", ""), Spans(7, {{0, 4}, {4, 7}}));
  EXPECT_EQ(adaptive_spans("", "one two"), Spans());
  EXPECT_EQ(adaptive_spans("a b c", "a b c", 4).size(), 3u);
}

TEST(AdaptiveSpans, PunctuationCountsAsAWord) {
  EXPECT_EQ(adaptive_spans("Why? No.", "But why?"), Spans(8, {{0, 5}, {5, 7}, {7, 8}}));
}

TEST(AdaptiveSpans, WhiteSpaceAroundWordsDoesNotMatter) {
  EXPECT_EQ(adaptive_spans("\n One\ttwo three", "zero one two"), Spans(15, {{0, 10}, {10, 15}}));
}

TEST(AdaptiveSpans, RejectUnigrams) {
  EXPECT_THROW(adaptive_spans("a b", "a b", 1), std::invalid_argument);
  EXPECT_THROW(shared_tokens({}, {}, 0), std::invalid_argument);
}

}  // namespace
}  // namespace spandrop
