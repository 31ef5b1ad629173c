#include "spandrop/base/settings.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "tests/core/refusal.h"

namespace spandrop {
namespace {

enum class Colour { red, green };
std::span<const std::string_view> names_of(Colour) {
  static constexpr std::array<std::string_view, 2> kNames{"red", "green"};
  return kNames;
}

struct Options {
  bool on = false;
  std::int64_t count = 3;
  double rate = 0.1;
  std::string name = "x";
  Colour colour = Colour::red;
  std::vector<std::int64_t> sizes{1, 2};
  std::vector<std::string> words{"a"};
};

void visit_fields(Options& options, auto&& visit) {
  visit("on", options.on, "");
  visit("count", options.count, "");
  visit("rate", options.rate, "");
  visit("name", options.name, "");
  visit("colour", options.colour, "");
  visit("sizes", options.sizes, "");
  visit("words", options.words, "");
}

std::string why(const std::string& json) {
  return refusal([&] {
    Options options;
    apply_settings(settings_from_json(json), options);
  });
}

TEST(Settings, AreWrittenAsOneLineOfJson) {
  EXPECT_EQ(
      to_json(settings_of(Options{})),
      R"({"colour":"red","count":3,"name":"x","on":false,"rate":0.1,"sizes":[1,2],"words":["a"]})");
}

TEST(Settings, RoundTripThroughJson) {
  const Options options{true,          std::numeric_limits<std::int64_t>::min(),
                        0.1 + 0.2,     "q\"\\\n\tü",
                        Colour::green, {-1, 0},
                        {"", "b,c"}};
  Options back;
  apply_settings(settings_from_json(to_json(settings_of(options))), back);
  EXPECT_EQ(settings_of(back), settings_of(options));
  EXPECT_EQ(back.rate, options.rate);
  for (const double rate : {1.0, 1e300, 5e-324, 0.0, double(INFINITY)}) {
    Options with_rate;
    with_rate.rate = rate;
    back = {};
    apply_settings(settings_from_json(to_json(settings_of(with_rate))), back);
    EXPECT_EQ(back.rate, rate);
  }
}

TEST(Settings, OnlyNamedFieldsAreSet) {
  Options options;
  apply_settings(settings_from_json(R"({"rate":2,"sizes":[]})"), options);
  EXPECT_EQ(options.rate, 2.0);
  EXPECT_TRUE(options.sizes.empty());
  EXPECT_EQ(options.count, 3);
}

TEST(Settings, ErrorsNameTheWrongSetting) {
  EXPECT_EQ(why(R"({"colours":"red"})"), "[settings] expected a known setting, got colours");
  EXPECT_EQ(why(R"({"colour":"blue"})"),
            R"([settings] expected one of red, green for colour, got "blue")");
  EXPECT_EQ(why(R"({"colour":1})"), "[settings] expected one of red, green for colour, got 1");
  EXPECT_EQ(why(R"({"count":1.5})"), "[settings] expected a whole number for count, got 1.5");
  EXPECT_EQ(why(R"({"count":"1"})"), R"([settings] expected a whole number for count, got "1")");
  EXPECT_EQ(why(R"({"rate":"fast"})"), R"([settings] expected a number for rate, got "fast")");
  EXPECT_EQ(why(R"({"rate":true})"), "[settings] expected a number for rate, got true");
  EXPECT_EQ(why(R"({"on":1})"), "[settings] expected a value like false for on, got 1");
  EXPECT_EQ(why(R"({"words":[1]})"),
            R"([settings] expected a value like ["a"] for words, got [1])");
  EXPECT_EQ(why(R"({"sizes":[1,"a"]})"), "[settings] expected items of one type in sizes");
  EXPECT_EQ(why(R"({"sizes":[1.5]})"), "[settings] expected numbers or strings in sizes, got 1.5");
  EXPECT_EQ(why(R"({"name":null})"),
            "[settings] expected a boolean, number, string or list for name, got null");
  EXPECT_EQ(why(R"({"count":18446744073709551615})"),
            "[settings] expected a boolean, number, string or list for count, got "
            "18446744073709551615");
}

TEST(Settings, MustBeAJsonObject) {
  for (const char* json : {"", "[]", "{", "3", R"({"a":1)"}) {
    EXPECT_TRUE(why(json).starts_with("[settings] expected a JSON object: ")) << json;
  }
}

}  // namespace
}  // namespace spandrop
