// Truncated and changed predictions: an error or scores, never a crash. The fuzzers check further
// properties.
#include <gtest/gtest.h>

#include <random>

#include "tests/fuzz/score_fuzz.h"
#include "tests/tasks/dataset_files.h"

namespace spandrop {
namespace {

std::string example(const std::string& format) {
  return std::string(test::example_file("predictions/" + format + ".json").text());
}

TEST(HostilePredictions, TruncationAnywhereIsRefused) {
  for (const std::string& name : dataset_format_names()) {
    const std::string good = example(name);
    EXPECT_TRUE(test::check_predictions(dataset_format(name), good)) << name;
    const std::size_t end = good.find_last_of("]}");
    for (std::size_t size = 0; size <= end; ++size) {
      EXPECT_FALSE(test::check_predictions(dataset_format(name), good.substr(0, size)))
          << name << " at " << size;
    }
  }
}

TEST(HostilePredictions, ChangedBytesDoNoHarm) {
  static const char* const pieces[] = {"\"",   "\\",  "{", "}",       "[",   "]",   ",",
                                       ":",    "0",   "-", "1",       "0.5", "1e9", "null",
                                       "true", "NaN", " ", "\\ud83d", "\xff"};
  std::mt19937_64 random(5);
  std::size_t read = 0, refused = 0;
  for (const std::string& name : dataset_format_names()) {
    const std::string good = example(name);
    for (int round = 0; round < 4000; ++round) {
      std::string bad = good;
      for (std::size_t times = 1 + random() % 3; times > 0; --times) {
        const std::size_t at = random() % bad.size();
        switch (random() % 3) {
          case 0:
            bad[at] = static_cast<char>(bad[at] ^ (1 << random() % 8));
            break;
          case 1:
            bad.replace(at, random() % 3, pieces[random() % std::size(pieces)]);
            break;
          default:
            bad.insert(at, good.substr(random() % good.size(), random() % 40));
        }
      }
      ++(test::check_predictions(dataset_format(name), bad) ? read : refused);
    }
  }
  EXPECT_GT(refused, 4000u);
  EXPECT_GT(read, 1000u);
}

}  // namespace
}  // namespace spandrop
