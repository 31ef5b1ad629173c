#include "spandrop/base/json_leaves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spandrop/base/json_writer.h"

namespace spandrop {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(JsonLeaves, ListsInnerMembersByPath) {
  const auto leaves =
      json_leaves(R"({"a" : 1.50 , "b": {"c": "x \" y", "d": {"e": null}}, "f": [1, {"g": 2}]})");
  ASSERT_TRUE(leaves);
  EXPECT_THAT(*leaves, ElementsAre(Pair("a", "1.50"), Pair("b.c", R"("x \" y")"),
                                   Pair("b.d.e", "null"), Pair("f", R"([1, {"g": 2}])")));
}

TEST(JsonLeaves, KeepsTheRawNamesOfFiles) {
  const std::string name = "caf\xe9";  // not UTF-8
  const auto leaves = json_leaves("{\"name\": " + json_string(name) + "}");
  ASSERT_TRUE(leaves);
  EXPECT_EQ(leaves->at("name"), json_string(name));
}

TEST(JsonLeaves, IsNothingForAnythingElse) {
  for (const char* text : {"", "[1]", "7", "{\"a\": 1", "{\"a\": \"b", "{} {}", "{\"a\" 1}"}) {
    EXPECT_FALSE(json_leaves(text)) << text;
  }
}

}  // namespace
}  // namespace spandrop
