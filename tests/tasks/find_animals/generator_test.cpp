// Compares the generator with brute force on strings short enough to list them all.
#include "spandrop/tasks/find_animals/generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/core/chi_square.h"
#include "tests/core/refusal.h"

namespace spandrop::find_animals {
namespace {

// The definition: some choice of positions spells the animal.
bool contains(std::string_view animal, std::string_view letters) {
  if (animal.empty()) return true;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (letters[i] == animal[0] && contains(animal.substr(1), letters.substr(i + 1))) return true;
  }
  return false;
}

std::vector<std::string> all_strings(const std::string& alphabet, std::size_t length) {
  std::vector<std::string> strings{""};
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<std::string> longer;
    for (const std::string& string : strings) {
      for (const char letter : alphabet) longer.push_back(string + letter);
    }
    strings = std::move(longer);
  }
  return strings;
}

// Every set of positions of the animal among the first `room` letters, in order.
std::vector<std::vector<std::int64_t>> all_places(std::int64_t room, std::size_t count) {
  std::vector<std::vector<std::int64_t>> found;
  for (std::int64_t bits = 0; bits < std::int64_t(1) << room; ++bits) {
    std::vector<std::int64_t> places;
    for (std::int64_t i = 0; i < room; ++i) {
      if (bits >> i & 1) places.push_back(i);
    }
    if (places.size() == count) found.push_back(places);
  }
  return found;
}

// The probability of each string for one animal, by the paper's footnote.
std::map<std::string, double> law(const GeneratorOptions& options, bool positive) {
  const std::string& animal = options.animals[0];
  const auto choices =
      options.positions == Positions::fixed
          ? std::vector<std::vector<std::int64_t>>{options.fixed_positions}
          : all_places(
                options.positions == Positions::first ? options.first_letters : options.length,
                animal.size());
  std::map<std::string, double> weights;
  double total = 0;
  for (const std::string& string : all_strings(options.alphabet, std::size_t(options.length))) {
    if (contains(animal, string)) continue;
    for (const auto& places : choices) {
      std::string hidden = string;
      for (std::size_t i = 0; positive && i < places.size(); ++i) {
        hidden[std::size_t(places[i])] = animal[i];
      }
      weights[hidden] += 1;
      total += 1;
    }
  }
  for (auto& [string, weight] : weights) weight /= total;
  return weights;
}

// Tests the generator's strings against these probabilities; every string must be possible.
double p_value(const GeneratorOptions& options, bool positive, std::uint64_t examples = 200000) {
  const std::map<std::string, double> expected = law(options, positive);
  std::map<std::string, double> counts;
  const Generator generator(options);
  for (std::uint64_t i = 0; i < examples; ++i) {
    const Example example = generator(1, "train", i);
    if (example.contains == positive) ++counts[example.letters];
  }
  std::vector<double> got, probabilities;
  for (const auto& [string, probability] : expected) {
    probabilities.push_back(probability);
    got.push_back(counts[string]);
    counts.erase(string);
  }
  EXPECT_TRUE(counts.empty()) << counts.begin()->first;
  return chi_square_p(got, probabilities);
}

TEST(Generator, NegativesAreUniformAmongStringsWithoutTheAnimal) {
  // Includes repeated letters, and an animal as long as the string.
  for (const char* animal : {"a", "ab", "aa", "bcb", "abcabc"}) {
    EXPECT_GT(p_value({.length = 6, .animals = {animal}, .alphabet = "abc"}, false), kLeastP)
        << animal;
  }
  EXPECT_GT(p_value({.length = 8, .animals = {"xyx"}, .alphabet = "xy"}, false), kLeastP);
}

TEST(Generator, PositivesHideTheAnimalAtUniformPositions) {
  for (const char* animal : {"b", "ab", "aa", "cac"}) {
    EXPECT_GT(p_value({.length = 5, .animals = {animal}, .alphabet = "abc"}, true), kLeastP)
        << animal;
  }
}

TEST(Generator, PositivesHideTheAnimalAtFixedOrFirstPositions) {
  const GeneratorOptions fixed{.length = 5,
                               .animals = {"ab"},
                               .alphabet = "abc",
                               .positions = Positions::fixed,
                               .fixed_positions = {1, 4}};
  const GeneratorOptions first{.length = 5,
                               .animals = {"ab"},
                               .alphabet = "abc",
                               .positions = Positions::first,
                               .first_letters = 3};
  for (const GeneratorOptions& options : {fixed, first}) {
    EXPECT_GT(p_value(options, true), kLeastP);
    EXPECT_GT(p_value(options, false), kLeastP);
  }
}

TEST(Generator, LabelsAreTrueAndExactlyHalfArePositive) {
  GeneratorOptions options{.length = 30, .animals = {"cat", "bee", "ox"}};
  options.first_letters = 12;
  for (const Positions positions : {Positions::uniform, Positions::first}) {
    options.positions = positions;
    const Generator generator(options);
    std::map<bool, int> first_of_pair;
    for (std::uint64_t i = 0; i < 4000; i += 2) {
      const Example one = generator(3, "dev", i), other = generator(3, "dev", i + 1);
      EXPECT_NE(one.contains, other.contains);
      ++first_of_pair[one.contains];
      for (const Example& example : {one, other}) {
        EXPECT_EQ(example.contains, is_subsequence(example.animal, example.letters));
        EXPECT_EQ(example.contains, contains(example.animal, example.letters));
        EXPECT_EQ(example.letters.size(), 30u);
      }
    }
    EXPECT_NEAR(first_of_pair[true], 1000, 5 * std::sqrt(500));  // at random
  }
}

TEST(Generator, EachAnimalIsDrawnEquallyOften) {
  const Generator generator({.length = 12, .animals = {"cat", "bee", "ox", "horse", "ant"}});
  std::map<std::pair<std::string, bool>, double> counts;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const Example example = generator(0, "train", i);
    ++counts[{example.animal, example.contains}];
  }
  std::vector<double> got;
  for (const auto& [what, count] : counts) got.push_back(count);
  ASSERT_EQ(got.size(), 10u);
  EXPECT_GT(chi_square_p(got, std::vector<double>(10, 0.1)), kLeastP);
}

// A string of n letters that avoids "cat" contains its first j letters in order, in C(n, j)
// 25^(n-j) ways: nearly always two for a large n, at uniform positions. A count of 26^100000
// overflows any number type.
TEST(Generator, LongStringsDoNotUnderflow) {
  const std::size_t n = 100000, examples = 100;
  const Generator generator({.length = std::int64_t(n)});
  double first = 0, second = 0, negatives = 0;
  for (std::uint64_t i = 0; i < examples; ++i) {
    const Example example = generator(5, "train", i);
    ASSERT_EQ(example.contains, is_subsequence("cat", example.letters));
    if (example.contains) continue;
    const std::size_t c = example.letters.find('c'), a = example.letters.find('a', c);
    ASSERT_NE(a, std::string::npos);  // fails with probability 0.025 over 50 strings
    first += double(c) / double(n);
    second += double(a) / double(n);
    ++negatives;
  }
  // The smaller and the larger of two uniform numbers: means 1/3 and 2/3, variance 1/18.
  const double error = 5 * std::sqrt(1.0 / 18 / negatives);
  EXPECT_NEAR(first / negatives, 1.0 / 3, error);
  EXPECT_NEAR(second / negatives, 2.0 / 3, error);
}

TEST(Generator, DependsOnlyOnSeedSplitAndIndex) {
  const Generator generator({.length = 40, .animals = {"cat", "dolphin"}});
  const Example example = generator(7, "train", 12345);
  EXPECT_EQ(example.letters, generator(7, "train", 12345).letters);
  EXPECT_NE(example.letters, generator(8, "train", 12345).letters);
  EXPECT_NE(example.letters, generator(7, "dev", 12345).letters);
  EXPECT_NE(example.letters, generator(7, "train", 12346).letters);
}

// Results of experiments depend on these strings, so they must never change on any machine.
TEST(Generator, StringsHaveTheGoldenHash) {
  std::string all;
  for (const Positions positions : {Positions::uniform, Positions::fixed, Positions::first}) {
    const Generator generator({.animals = {"cat", "bee", "dog"}, .positions = positions});
    for (std::uint64_t i = 0; i < 200; ++i) {
      const Example example = generator(1, "test", i);
      all += example.animal + ':' + example.letters + (example.contains ? "+\n" : "-\n");
    }
  }
  EXPECT_EQ(XXH3_64bits(all.data(), all.size()), 5918217669070298296u);
}

TEST(Generator, MakesMoreThanAMillionLettersPerSecond) {
  const Generator generator({.length = 300});
  const std::clock_t begin = std::clock();
  std::size_t letters = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) letters += generator(0, "train", i).letters.size();
  EXPECT_GT(double(letters) * CLOCKS_PER_SEC, 1e6 * double(std::clock() - begin));
}

TEST(Generator, RefusesImpossibleOptions) {
  const auto why = [](const GeneratorOptions& options) {
    return refusal([&] { Generator{options}; });
  };
  EXPECT_EQ(why({.length = 0}), "[find_animals] expected a length of at least 1, got 0");
  EXPECT_EQ(why({.length = 2}), "[find_animals] expected animals of 1 to 2 letters, got \"cat\"");
  EXPECT_EQ(why({.animals = {}}), "[find_animals] expected at least one animal");
  EXPECT_EQ(why({.animals = {"cat", ""}}),
            "[find_animals] expected animals of 1 to 300 letters, got \"\"");
  EXPECT_EQ(why({.animals = {"Cat"}}),
            "[find_animals] expected animals spelled with letters of the alphabet, got \"Cat\"");
  EXPECT_EQ(why({.animals = {"a"}, .alphabet = "a"}),
            "[find_animals] expected an alphabet of two or more different letters, got \"a\"");
  EXPECT_EQ(why({.alphabet = "catc"}),
            "[find_animals] expected an alphabet of two or more different letters, got \"catc\"");
  EXPECT_THAT(why({.alphabet = "catä"}), testing::HasSubstr("an alphabet of ASCII letters"));
  EXPECT_EQ(why({.positions = Positions::first, .first_letters = 2}),
            "[find_animals] expected animals of 1 to 2 letters, got \"cat\"");
  EXPECT_EQ(why({.length = 210, .positions = Positions::fixed}),
            "[find_animals] expected increasing fixed positions below 210, got 210");
  EXPECT_EQ(why({.positions = Positions::fixed, .fixed_positions = {5, 5, 6}}),
            "[find_animals] expected increasing fixed positions below 300, got 5");
  EXPECT_EQ(why({.animals = {"ox"}, .positions = Positions::fixed}),
            "[find_animals] expected one fixed position per letter of \"ox\", got 3");
}

}  // namespace
}  // namespace spandrop::find_animals
