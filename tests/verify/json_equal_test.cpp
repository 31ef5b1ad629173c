#include "spandrop/verify/json_equal.h"

#include <gtest/gtest.h>

#include <vector>

namespace spandrop {
namespace {

TEST(JsonComparer, ComparesByValue) {
  JsonComparer json;
  EXPECT_TRUE(json.equal(R"("é\n")", R"("\u00e9\u000a")"));
  EXPECT_TRUE(json.equal("[1,2.50]", "[ 1.0 , 25e-1 ]"));
  EXPECT_TRUE(json.equal(R"({"a": 1, "b": [null]})", R"({"b":[null],"a":1})"));
  EXPECT_TRUE(json.equal("18446744073709551615", "18446744073709551615"));
  EXPECT_FALSE(json.equal("9007199254740993", "9007199254740992"));
  EXPECT_FALSE(json.equal("1", "\"1\""));
  EXPECT_FALSE(json.equal("true", "1"));
  EXPECT_FALSE(json.equal("null", "false"));
  EXPECT_FALSE(json.equal("[1]", "[1, 2]"));
  EXPECT_FALSE(json.equal(R"({"a": 1})", R"({"a": 1, "b": 1})"));
  EXPECT_FALSE(json.equal(R"({"a": 1})", R"({"b": 1})"));
}

TEST(JsonComparer, ComparesTheBytesOfWhatIsNotJson) {
  JsonComparer json;
  EXPECT_TRUE(json.equal("[1,,2]", "[1,,2]"));
  EXPECT_FALSE(json.equal("[1,,2]", "[1, ,2]"));
}

TEST(JsonComparer, FindsTheMemberThatDiffers) {
  JsonComparer json;
  const std::vector<std::string_view> except = {"id"};
  const auto difference = [&](const char* a, const char* b) {
    return json.difference(a, b, except).value_or("none");
  };
  EXPECT_EQ(difference(R"({"id": 1, "a": 2})", R"({"a": 2.0, "id": 3})"), "none");
  EXPECT_EQ(difference(R"({"id": 1, "a": 2})", R"({"id": 1, "a": 3})"), "a");
  EXPECT_EQ(difference(R"({"a": 2})", R"({"a": 2, "b": 1})"), "b");
  EXPECT_EQ(difference(R"({"a": 2, "b": 1})", R"({"a": 2})"), "b");
  EXPECT_EQ(json.difference(R"({"x": {"a": 1}})", R"({"x": {"a": 2}})", {}, "x"), "a");
}

}  // namespace
}  // namespace spandrop
