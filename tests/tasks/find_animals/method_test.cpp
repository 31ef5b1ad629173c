// What each method keeps of an example.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "spandrop/tasks/find_animals/method.h"
#include "tests/core/refusal.h"

namespace spandrop::find_animals {
namespace {

using Tokens = std::vector<std::int64_t>;

const std::vector<Sequence>& sequences() {
  static const auto kSequences =
      make_sequences(Generator({.length = 60, .animals = {"cat", "bee"}}), 1, "train", 400);
  return kSequences;
}

Tokens tokens_of(const Views& views, const Sequence& sequence, std::uint64_t view) {
  Tokens tokens;
  views.append(sequence, view, tokens);
  return tokens;
}

// The two parts of "[CLS] a [SEP] S [SEP]".
struct Parts {
  std::vector<std::int32_t> animal, letters;
};

Parts parts_of(const Tokens& tokens) {
  Parts parts;
  EXPECT_EQ(tokens.front(), kCls);
  EXPECT_EQ(tokens.back(), kSep);
  const auto separator = std::find(tokens.begin(), tokens.end(), kSep);
  parts.animal.assign(tokens.begin() + 1, separator);
  parts.letters.assign(separator + 1, tokens.end() - 1);
  return parts;
}

bool is_part(const std::vector<std::int32_t>& few, const std::vector<std::int32_t>& many) {
  std::size_t seen = 0;
  for (const std::int32_t token : many) seen += seen < few.size() && token == few[seen];
  return seen == few.size();
}

TEST(Sequence, LettersFollowTheSpecialTokens) {
  const Generator generator({.length = 9, .animals = {"xy"}, .alphabet = "zyx"});
  const Sequence sequence = make_sequences(generator, 1, "dev", 3)[2];
  const Example example = generator(1, "dev", 2);
  ASSERT_EQ(sequence.letters.size(), 9u);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(sequence.letters[i], 3 + std::int32_t(std::string("zyx").find(example.letters[i])));
  }
  EXPECT_EQ(sequence.animal, (std::vector<std::int32_t>{5, 4}));
  EXPECT_EQ(sequence.contains, example.contains);
  EXPECT_EQ(vocabulary_size(generator.options()), 6);
  Tokens tokens;
  append_whole(sequence, tokens);
  EXPECT_EQ(std::int64_t(tokens.size()), longest_sequence(generator.options()));
  EXPECT_EQ(parts_of(tokens).letters, sequence.letters);
}

TEST(Views, RandomStartsCoverAllFreePositions) {
  const Views views({.method = Method::drop}, 1);
  const Sequence& sequence = sequences()[0];
  std::vector<int> counts(8);
  for (std::uint64_t view = 0; view < 8000; ++view) {
    const std::int64_t start = views.random_start(sequence, view, 53);
    ASSERT_TRUE(start >= 0 && start <= 7) << start;
    ++counts[std::size_t(start)];
    EXPECT_EQ(views.random_start(sequence, view, 53), start);
    EXPECT_EQ(views.random_start(sequence, view, 60), 0);
  }
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
}

TEST(Views, AppendReturnsTheNumberOfKeptLetters) {
  for (const Method method : {Method::none, Method::beta, Method::mask}) {
    const Views views({.method = method, .law = {.rate = 0.4}}, 1);
    for (const Sequence& sequence : sequences()) {
      Tokens tokens;
      const std::size_t letters = views.append(sequence, 2, tokens);
      EXPECT_EQ(letters, parts_of(tokens).letters.size());
    }
  }
}

TEST(Views, NoneIsTheWholeExample) {
  const Views views({.method = Method::none}, 1);
  for (const Sequence& sequence : sequences()) {
    Tokens whole;
    append_whole(sequence, whole);
    EXPECT_EQ(tokens_of(views, sequence, 3), whole);
  }
}

TEST(Views, OnlyLettersOfTheStringAreDropped) {
  for (const Method method : {Method::drop, Method::beta}) {
    const Views views({.method = method, .law = {.rate = 0.3}}, 1);
    for (const Sequence& sequence : sequences()) {
      const Parts parts = parts_of(tokens_of(views, sequence, 0));
      EXPECT_EQ(parts.animal, sequence.animal);
      EXPECT_EQ(parts.letters.size(), views.draw(sequence, 0).count());
      EXPECT_TRUE(is_part(parts.letters, sequence.letters));
    }
  }
}

TEST(Views, MasksKeepTheLength) {
  for (const Method method : {Method::mask, Method::beta_mask}) {
    const Views views({.method = method, .law = {.rate = 0.3}}, 1);
    std::size_t masked = 0;
    for (const Sequence& sequence : sequences()) {
      const Parts parts = parts_of(tokens_of(views, sequence, 0));
      const KeepMask keep = views.draw(sequence, 0);
      ASSERT_EQ(parts.letters.size(), sequence.letters.size());
      for (std::size_t i = 0; i < keep.size(); ++i) {
        EXPECT_EQ(parts.letters[i], keep[i] ? sequence.letters[i] : kMask);
        masked += !keep[i];
      }
    }
    EXPECT_GT(masked, 0u);
  }
}

// The share of kept letters is 1 - p on average. Its variance differs between the two laws: that of
// a binomial share, and that of a beta-binomial share.
TEST(Views, KeptShareHasTheMeanAndVarianceOfTheLaw) {
  const double n = 60, p = 0.3, gamma = 1, draws = 4000;
  const double sum = gamma / p;  // alpha + beta
  for (const Method method : {Method::drop, Method::beta, Method::mask, Method::beta_mask}) {
    const bool beta = method == Method::beta || method == Method::beta_mask;
    const Views views({.method = method, .law = {.rate = p, .gamma = gamma}}, 2);
    double total = 0, squares = 0;
    for (std::uint64_t view = 0; view < 10; ++view) {
      for (const Sequence& sequence : sequences()) {
        const double share = double(views.draw(sequence, view).count()) / n;
        total += share;
        squares += (share - 1 + p) * (share - 1 + p);
      }
    }
    const double variance = p * (1 - p) / n * (beta ? (sum + n) / (sum + 1) : 1);
    EXPECT_NEAR(total / draws, 1 - p, 5 * std::sqrt(variance / draws));
    EXPECT_NEAR(squares / draws, variance, 0.15 * variance);
  }
}

TEST(Views, NoiseFreeAlwaysKeepsTheAnimalOfPositives) {
  for (const Method method : {Method::drop, Method::beta, Method::mask, Method::beta_mask}) {
    const MethodOptions options{.method = method, .law = {.rate = 0.2}, .noise_free = true};
    MethodOptions noisy = options;
    noisy.noise_free = false;
    const Views views(options, 3), with_noise(noisy, 3);
    int lost = 0;
    for (const Sequence& sequence : sequences()) {
      const KeepMask keep = views.draw(sequence, 5), first_try = with_noise.draw(sequence, 5);
      const bool loses = sequence.contains && !still_contains(sequence, first_try);
      lost += loses;
      EXPECT_EQ(still_contains(sequence, keep), sequence.contains);
      // Only rejected draws change: a draw that keeps the animal at once stays the same.
      EXPECT_EQ(keep == first_try, !loses);
      EXPECT_EQ(is_part(sequence.animal, parts_of(tokens_of(views, sequence, 5)).letters),
                sequence.contains);
    }
    EXPECT_GT(lost, 10);
  }
}

TEST(Views, EachSeedAndEpochHasItsOwnDraw) {
  const Views views({.method = Method::drop}, 1), others({.method = Method::drop}, 2);
  const Sequence& sequence = sequences()[0];
  EXPECT_EQ(views.draw(sequence, 4), views.draw(sequence, 4));
  EXPECT_NE(views.draw(sequence, 4), views.draw(sequence, 5));
  EXPECT_NE(views.draw(sequence, 4), others.draw(sequence, 4));
  EXPECT_NE(views.draw(sequence, 4), views.draw(sequences()[1], 4));
}

TEST(Views, RefusesAnInvalidLaw) {
  EXPECT_NE(refusal([] { Views({.method = Method::drop, .law = {.rate = 1.5}}, 0); }),
            "nothing was refused");
  EXPECT_NE(refusal([] { Views({.method = Method::beta, .law = {.gamma = -1}}, 0); }),
            "nothing was refused");
}

}  // namespace
}  // namespace spandrop::find_animals
