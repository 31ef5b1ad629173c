#include "spandrop/text/stop_bytes.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/core/instruction_sets.h"

namespace spandrop {
namespace {

bool is_stop(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || byte < 0x0E || c == '.' || c == '!' || c == '?';
}

void compare_with_a_slow_search() {
  std::mt19937_64 random(1);
  for (int round = 0; round < 500; ++round) {
    // From texts with random bytes at every other position to texts with hardly any.
    const auto one_in = std::size_t{2} << (random() % 12);
    std::string text(random() % 4'000, ' ');
    for (char& c : text) {
      c = random() % one_in == 0 ? static_cast<char>(random())
                                 : static_cast<char>('A' + random() % 26);
    }
    StopBytes stops(text);
    std::size_t position = 0;
    while (position <= text.size()) {
      std::size_t expected = position;
      while (expected < text.size() && !is_stop(text[expected])) ++expected;
      ASSERT_EQ(stops.next(position), expected) << "from " << position << " of " << text.size();
      position = expected + 1 + (random() % 8 == 0 ? random() % 2'000 : 0);
    }
  }
}

TEST(StopBytes, MatchASlowSearch) { with_each_instruction_set(compare_with_a_slow_search); }

TEST(StopBytes, AreCorrectForEveryByte) {
  with_each_instruction_set([] {
    for (int byte = 0; byte < 256; ++byte) {
      const std::string text = "a" + std::string(1, static_cast<char>(byte));
      EXPECT_EQ(StopBytes(text).next(0), is_stop(text[1]) ? 1u : 2u) << byte;
    }
  });
}

}  // namespace
}  // namespace spandrop
