#include "spandrop/core/key.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace spandrop {
namespace {

using Strings = std::vector<std::string_view>;

TEST(Key, ANumberHasTheIdOfItsDigits) {
  EXPECT_EQ(id_of(17), id_of("17"));
  EXPECT_EQ(id_of(-3), id_of("-3"));
  EXPECT_EQ(id_of(std::numeric_limits<std::int64_t>::min()), id_of("-9223372036854775808"));
  EXPECT_NE(id_of(17), id_of("017"));
}

TEST(Key, NamesTextsAndTokensHaveDifferentIds) {
  const ExampleId ids[] = {id_of(""),
                           content_id(std::string_view()),
                           content_id(std::span<const std::int64_t>()),
                           content_id(Strings{}),
                           id_of("a"),
                           content_id(std::string_view("a")),
                           content_id(Strings{"a"})};
  for (std::size_t i = 0; i < std::size(ids); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(ids[i], ids[j]) << i << " and " << j;
  }
}

TEST(Key, IdsDoNotDependOnTheWidthOfTokens) {
  for (const int size : {0, 1, 3, 255, 256, 257, 600, 5000}) {
    std::vector<std::int32_t> narrow;
    std::vector<std::int64_t> wide;
    for (int i = 0; i < size; ++i) narrow.push_back(i * 412345 * (i % 2 ? -1 : 1));
    wide.assign(narrow.begin(), narrow.end());
    EXPECT_EQ(content_id(narrow), content_id(wide)) << size;
  }
}

TEST(Key, TokenBoundariesMatter) {
  EXPECT_NE(content_id(Strings{"a", "bc"}), content_id(Strings{"ab", "c"}));
  EXPECT_NE(content_id(Strings{"abc"}), content_id(Strings{"abc", ""}));
}

TEST(Key, TheWholeContentIsHashed) {
  std::string text(10'000, 'x');
  const ExampleId before = content_id(std::string_view(text));
  text.back() = 'y';
  EXPECT_NE(content_id(std::string_view(text)), before);
}

}  // namespace
}  // namespace spandrop
