// Compares our noise with the bars of the paper's Figure 3 (b), (c) and (d).
#include "spandrop/tasks/find_animals/noise.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/core/refusal.h"
#include "tests/sanitizers.h"
#include "tests/source_directory.h"

namespace spandrop::find_animals {
namespace {

// Gives a standard error of at most 0.3 points; 2.2 points under a sanitizer.
constexpr std::int64_t kDraws = test::kSanitized ? 400 : 20000;
constexpr double kLargestDifference = test::kSanitized ? 10 : 1.5;
constexpr double kMeanDifference = test::kSanitized ? 3 : 0.5;

// Animals of 2 to 10 letters.
const std::vector<std::string> kAnimals{"ox",      "cat",      "bear",      "horse",     "rabbit",
                                        "dolphin", "elephant", "alligator", "chimpanzee"};

TEST(Noise, AgreesWithEveryBarOfThePaper) {
  simdjson::dom::parser parser;
  const simdjson::dom::element paper =
      parser.load(test::source_directory() + "/tests/data/paper_noise.json");
  double total = 0, worst = 0;
  int bars = 0;
  for (const char* panel : {"drop_rate", "length", "support_size"}) {
    const simdjson::dom::array rows = paper[panel]["rows"];
    for (const simdjson::dom::array row : rows) {
      NoiseOptions options;
      options.draws = kDraws;
      const double x = row.at(0);
      if (panel == std::string("drop_rate")) options.method.law.rate = x;
      if (panel == std::string("length")) options.data.length = std::int64_t(x);
      if (panel == std::string("support_size")) {
        options.data.animals = {kAnimals.at(std::size_t(x) - 2)};
        ASSERT_EQ(options.data.animals[0].size(), std::size_t(x));
      }
      for (const Method method : {Method::drop, Method::beta}) {
        options.method.method = method;
        const double expected = row.at(method == Method::drop ? 1 : 2);
        const double difference = std::abs(noise(options) - expected);
        EXPECT_LT(difference, kLargestDifference) << panel << ' ' << x << ' ' << int(method);
        total += difference;
        worst = std::max(worst, difference);
        ++bars;
      }
    }
  }
  ASSERT_EQ(bars, 50);
  EXPECT_LT(total / bars, kMeanDifference);
  RecordProperty("mean_difference", fmt::format("{:.3f}", total / bars));
  RecordProperty("largest_difference", fmt::format("{:.3f}", worst));
}

TEST(Noise, IsZeroWithoutDropsOrIfNoiseFree) {
  NoiseOptions options;
  options.draws = 500;
  EXPECT_EQ(noise(options), 0);
  options.method = {.method = Method::beta, .law = {.rate = 0.3}, .noise_free = true};
  EXPECT_EQ(noise(options), 0);
  options.method.noise_free = false;
  EXPECT_GT(noise(options), 5);
}

TEST(Noise, RefusesZeroDraws) {
  NoiseOptions options;
  options.draws = 0;
  EXPECT_EQ(refusal([&] { noise(options); }), "[noise] expected at least 1 draw, got 0");
}

}  // namespace
}  // namespace spandrop::find_animals
