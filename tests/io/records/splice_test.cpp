#include "spandrop/io/records/splice.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/io/records/records.h"

namespace spandrop {
namespace {

TEST(Splice, RemovesAnySubsetOfAnArray) {
  const std::vector<std::string> values = {"1",   "\"a,]\"", "{\"b\": [1 , 2]}",
                                           "[ ]", "-2.50",   "null"};
  Random random(1);
  const auto space = [&] { return std::string(below(3, random), below(2, random) ? ' ' : '\t'); };
  for (std::size_t size = 0; size <= values.size(); ++size) {
    for (unsigned subset = 0; subset < 1u << size; ++subset) {
      std::string line = "{\"x\": [" + space();
      RawArray array;
      for (std::size_t i = 0; i < size; ++i) {
        array.elements.push_back({line.size(), line.size() + values[i].size()});
        line += values[i] + space() + (i + 1 < size ? "," + space() : "");
      }
      line += "], \"y\": 1}";
      std::vector<Edit> edits;
      remove_elements(array, [&](std::size_t i) { return subset >> i & 1; }, edits);
      std::string out = "before ";
      append_spliced(out, line, edits);
      ASSERT_EQ(out.substr(0, 7), "before ");
      const std::string spliced = out.substr(7);

      std::string kept;
      for (std::size_t i = 0; i < size; ++i) {
        if (subset >> i & 1) kept += (kept.empty() ? "" : ",") + values[i];
      }
      const Dom dom(spliced);
      ASSERT_EQ(simdjson::minify(dom["x"]), simdjson::minify(Dom("{\"x\":[" + kept + "]}")["x"]));
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_EQ(spliced.find(values[i]) != spliced.npos, (subset >> i & 1) || values[i] == "1")
            << spliced;
      }
      if (subset + 1 == 1u << size) {
        ASSERT_EQ(spliced, line);
      }
    }
  }
}

TEST(Splice, MatchesReplacingFromTheEnd) {
  Random random(2);
  for (int round = 0; round < 2000; ++round) {
    std::string line(below(30, random), 'x');
    for (char& c : line) c = static_cast<char>('a' + below(26, random));
    std::vector<std::size_t> borders(2 * below(5, random));
    for (std::size_t& border : borders) border = below(line.size() + 1, random);
    std::sort(borders.begin(), borders.end());
    borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
    std::vector<Edit> edits;
    for (std::size_t i = 0; i + 1 < borders.size(); i += 2) {
      edits.push_back({{borders[i], borders[i + 1]}, std::string(below(4, random), '#')});
    }
    std::string expected = line;
    for (std::size_t i = edits.size(); i-- > 0;) {
      expected.replace(edits[i].at.begin, edits[i].at.size(), edits[i].with);
    }
    std::shuffle(edits.begin(), edits.end(), random);
    std::string out;
    append_spliced(out, line, edits);
    ASSERT_EQ(out, expected) << line;
  }
}

TEST(Splice, WithoutEditsIsACopy) {
  std::vector<Edit> none;
  std::string out;
  append_spliced(out, "{\"a\" :1 }", none);
  EXPECT_EQ(out, "{\"a\" :1 }");
}

}  // namespace
}  // namespace spandrop
