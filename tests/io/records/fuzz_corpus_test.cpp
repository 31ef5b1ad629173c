// Runs the fuzzer's function on its seeds and on random mutations of valid lines.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/fuzz/drop_fuzz.h"
#include "tests/io/files/files.h"
#include "tests/io/records/random_record.h"
#include "tests/source_directory.h"

namespace spandrop {
namespace {

void run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (const auto& file :
       std::filesystem::directory_iterator(test::source_directory() + "/tests/fuzz/seeds")) {
    all.push_back(load(file.path().string()));
  }
  return all;
}

// Changes a few bytes of a line, except its options.
std::string mutated(std::string line, const std::vector<std::string>& others, Random& random) {
  static const std::vector<std::string> bits = {"\"",      "\\",
                                                "{",       "}",
                                                "[",       "]",
                                                ",",       ":",
                                                "0",       "-",
                                                "1e9",     "null",
                                                " ",       "\\u",
                                                "\\ud83d", "\n",
                                                "\xff",    "\xC3\xA9",
                                                "99",      "text",
                                                "begin",   std::string(1, '\0')};
  for (std::size_t times = 1 + below(4, random); times > 0; --times) {
    const std::size_t at = 4 + below(line.size() - 3, random), rest = line.size() - at;
    switch (below(5, random)) {
      case 0:
        line.insert(at, one_of(bits, random));
        break;
      case 1:
        line.erase(at, below(8, random));
        break;
      case 2:
        if (rest > 0) line[at] = static_cast<char>(random());
        break;
      case 3:
        line.insert(at, line.substr(4 + below(line.size() - 3, random), below(20, random)));
        break;
      default:
        line = line.substr(0, at) + one_of(others, random).substr(4 + below(20, random));
    }
  }
  return line;
}

TEST(Fuzz, ValidLinesWithAllOptions) {
  Random random(1);
  for (std::string seed : seeds()) {
    for (int round = 0; round < 500; ++round) {
      for (std::size_t i = 1; i < 4; ++i) seed[i] = static_cast<char>(random());
      run(seed);
    }
  }
}

TEST(Fuzz, MutationsOfValidLines) {
  Random random(2);
  std::vector<std::string> lines = seeds();
  ASSERT_FALSE(lines.empty());
  for (int i = 0; i < 200; ++i) {
    lines.push_back("5" + std::string(3, '\0') + random_record(Unit::code_point, random).line);
  }
  for (int round = 0; round < 50'000; ++round) {
    std::string line = one_of(lines, random);
    if (below(4, random) == 0) line[0] = static_cast<char>(random());
    for (std::size_t i = 1; i < 4; ++i) line[i] = static_cast<char>(random());
    run(mutated(line, lines, random));
  }
}

}  // namespace
}  // namespace spandrop
