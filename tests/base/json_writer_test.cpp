#include "spandrop/base/json_writer.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>

namespace spandrop {
namespace {

TEST(JsonWriter, PutsCommasWhereTheyBelong) {
  const auto write = [](JsonWriter::Spacing spacing) {
    std::string text;
    JsonWriter json(text, spacing);
    json.begin_object().field("a", 1).key("b").begin_array().value("x").value(true).end_array();
    json.key("c").begin_object().end_object().field("d", std::optional<int>()).end_object();
    return text;
  };
  EXPECT_EQ(write(JsonWriter::Spacing::wide), R"({"a": 1, "b": ["x", true], "c": {}, "d": null})");
  EXPECT_EQ(write(JsonWriter::Spacing::compact), R"({"a":1,"b":["x",true],"c":{},"d":null})");
}

TEST(JsonWriter, NumbersReadBackExactly) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 10'000; ++round) {
    const std::uint64_t bits = random();
    double number;
    std::memcpy(&number, &bits, sizeof number);
    if (!std::isfinite(number)) continue;
    ASSERT_EQ(std::strtod(json_number(number).c_str(), nullptr), number);
  }
  EXPECT_EQ(json_number(0.1), "0.1");
  EXPECT_EQ(json_number(std::numeric_limits<double>::infinity()), "\"inf\"");
}

// Another parser must read what was meant.
TEST(JsonWriter, StringsReadBack) {
  std::mt19937_64 random(2);
  simdjson::dom::parser parser;
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t size = random() % 12; size > 0; --size) {
      text += static_cast<char>(random() % 128);
    }
    if (round % 3 == 0) text += "\u00e9\U0001F600";
    const std::string json = json_string(text);
    ASSERT_EQ(std::string_view(parser.parse(simdjson::padded_string(json))), text);
  }
}

}  // namespace
}  // namespace spandrop
