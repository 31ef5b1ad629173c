#include "spandrop/io/records/json_text.h"

#include <gtest/gtest.h>
#include "spandrop/base/json_writer.h"

#include "tests/io/records/records.h"

namespace spandrop {
namespace {

// The meaning of a string, or "refused".
std::string read(std::string_view raw) {
  JsonText text;
  return text.read(raw) ? std::string(text.text()) : "refused";
}

TEST(JsonText, ReadsEveryEscape) {
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read("plain"), "plain");
  EXPECT_EQ(read(R"(\"\\\/\b\f\n\r\t)"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(read(R"(\u0041\u00e9\u00E9\u65e5\uFFFF)"), "A\u00e9\u00e9\u65e5\uFFFF");
  EXPECT_EQ(read(R"(a\u0000b)"), std::string("a\0b", 3));
  EXPECT_EQ(read(R"(\ud83d\uDE00)"), "\U0001F600");
  EXPECT_EQ(read(R"(\\u0041)"), "\\u0041");
}

TEST(JsonText, LoneSurrogatesAreReplaced) {
  const std::string bad = "\uFFFD";
  EXPECT_EQ(read(R"(\ud800)"), bad);
  EXPECT_EQ(read(R"(\udfff)"), bad);
  EXPECT_EQ(read(R"(\ud800x)"), bad + "x");
  EXPECT_EQ(read(R"(\ud800\n)"), bad + "\n");
  EXPECT_EQ(read(R"(\ud800\u0041)"), bad + "A");
  EXPECT_EQ(read(R"(\udc00\ud800)"), bad + bad);
  EXPECT_EQ(read(R"(\ud83d\ud83d\ude00)"), bad + "\U0001F600");
}

TEST(JsonText, RejectsInvalidJson) {
  for (const char* raw :
       {R"(\)", R"(a\)", R"(\x41)", R"(\')", R"(\U0041)", R"(\u)", R"(\u12)", R"(\u123)",
        R"(\u12g4)", R"(\u-123)", R"(\u+123)", R"(\ud800\u12)", R"(\ud800\q)", R"(\ )", R"(\0)"}) {
    EXPECT_EQ(read(raw), "refused") << raw;
  }
}

TEST(JsonText, EveryPositionHasItsRawPosition) {
  Random random(1);
  JsonText text;  // shared: nothing of an earlier text may remain
  for (int round = 0; round < 3000; ++round) {
    const std::vector<Spelled> codes = random_text(below(40, random), random);
    const std::string all = raw(codes);
    ASSERT_TRUE(text.read(all));
    ASSERT_EQ(text.text(), meaning(codes));
    std::size_t position = 0, raw_position = 0;
    for (const Spelled& code : codes) {
      ASSERT_EQ(text.raw_position(position), raw_position) << all;
      position += code.meaning.size();
      raw_position += code.raw.size();
    }
    ASSERT_EQ(text.raw_position(position), raw_position) << all;
  }
}

TEST(JsonText, ReadsLikeSimdjson) {
  Random random(2);
  JsonText text;
  for (int round = 0; round < 2000; ++round) {
    std::vector<Spelled> codes = random_text(below(40, random), random);
    // simdjson refuses lone surrogates
    std::erase_if(codes, [](const Spelled& code) { return code.meaning == "\uFFFD"; });
    const std::string all = raw(codes);
    ASSERT_TRUE(text.read(all));
    const Dom dom("{\"text\":\"" + all + "\"}");
    ASSERT_EQ(text.text(), dom["text"].get_string().value());
  }
}

TEST(JsonText, WorksAgainAfterAnError) {
  JsonText text;
  EXPECT_FALSE(text.read(R"(\n\n\q)"));
  ASSERT_TRUE(text.read("abc"));
  EXPECT_EQ(text.text(), "abc");
  EXPECT_EQ(text.raw_position(2), 2u);
}

TEST(AppendEscaped, IsReadBack) {
  Random random(3);
  for (int round = 0; round < 1000; ++round) {
    std::string before = meaning(random_text(below(40, random), random));
    before += static_cast<char>(below(0x20, random));
    std::string json = "kept";
    append_escaped(json, before);
    ASSERT_EQ(read(json), "kept" + before);
    const Dom dom("{\"text\":\"" + json + "\"}");
    ASSERT_EQ(dom["text"].get_string().value(), "kept" + before);
  }
}

TEST(AppendEscaped, ChangesNothingElse) {
  std::string json;
  append_escaped(json, "a/\u00e9\U0001F600\x7F\"\\\n");
  EXPECT_EQ(json, "a/\u00e9\U0001F600\x7F\\\"\\\\\\u000a");
  EXPECT_EQ(json_string("a\"b"), "\"a\\\"b\"");
}

TEST(AppendEscaped, InvalidBytesBecomeSurrogates) {
  EXPECT_EQ(json_string("caf\xe9\n.jsonl"), "\"caf\\udce9\\u000a.jsonl\"");
  EXPECT_EQ(json_string("\u00e9\xff\xe2\x82\U0001F600\xc3"),
            "\"\u00e9\\udcff\\udce2\\udc82\U0001F600\\udcc3\"");
}

}  // namespace
}  // namespace spandrop
