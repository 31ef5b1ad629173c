#include "spandrop/io/records/record_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spandrop/io/records/drop_record.h"
#include "tests/io/files/files.h"
#include "tests/io/records/records.h"

namespace spandrop {
namespace {

using testing::HasSubstr;

// All views of a line, or the error.
std::string dropped(const RecordOptions& options, const std::string& line) {
  RecordDropper dropper(options);
  std::string out;
  Summary summary;
  const auto result = dropper.drop(PaddedLine(line), "\n", out, summary);
  return result ? out : result.error().reason;
}

RecordOptions masking(const std::string& mask, bool spans = false) {
  RecordOptions options;
  options.draw.law.rate = 1;
  options.spans = SpanRule("every:2");
  options.mask = mask;
  options.mask_spans = spans;
  return options;
}

TEST(RecordOptions, ThatConflictAreRejected) {
  const auto refusal = [](auto change) {
    RecordOptions options;
    change(options);
    return failure([&] { RecordDropper{options}; });
  };
  EXPECT_THAT(refusal([](RecordOptions& o) { o.views = 0; }), HasSubstr("at least 1 view"));
  EXPECT_THAT(refusal([](RecordOptions& o) { o.view = ~std::uint64_t{0}; }),
              HasSubstr("view numbers up to 2^64 - 2"));
  EXPECT_THAT(refusal([](RecordOptions& o) { o.draw.law.rate = 2; }), HasSubstr("rate"));
  EXPECT_THAT(refusal([](RecordOptions& o) { o.mask = "\xff"; }), HasSubstr("UTF-8"));
  EXPECT_THAT(refusal([](RecordOptions& o) { o.mask = "0", o.fields.chat = true; }),
              HasSubstr("chat"));
  EXPECT_THAT(refusal([](RecordOptions& o) { o.mask = "ab", o.plain_text = true; }),
              HasSubstr("one character"));
  EXPECT_THAT(refusal([](RecordOptions& o) { o.spans = SpanRule("field"), o.plain_text = true; }),
              HasSubstr("got field"));
  EXPECT_THAT(
      refusal([](RecordOptions& o) { o.spans = SpanRule("adaptive"), o.plain_text = true; }),
      HasSubstr("adaptive"));
  EXPECT_EQ(refusal([](RecordOptions&) {}), "nothing failed");
}

TEST(RecordOptions, MasksOfTexts) {
  const std::string line = R"({"text":"a\u00e9\n"})";
  EXPECT_EQ(dropped(masking("\u65e5"), line), "{\"text\":\"\u65e5\u65e5\u65e5\"}\n");
  EXPECT_EQ(dropped(masking("[\"]", true), line), R"({"text":"[\"][\"]"})"
                                                  "\n");
  EXPECT_THAT(dropped(masking("ab"), line), HasSubstr("expected one character"));
  EXPECT_THAT(dropped(masking(""), line), HasSubstr("expected one character"));
  EXPECT_THAT(dropped(masking("", true), line), HasSubstr("or one mask for each span"));
}

TEST(RecordOptions, MasksOfTokens) {
  EXPECT_EQ(dropped(masking("-1.5e3"), R"({"tokens":[1, 2,3]})"),
            "{\"tokens\":[-1.5e3, -1.5e3,-1.5e3]}\n");
  EXPECT_EQ(dropped(masking("0", true), R"({"tokens":[1, 2,3]})"), "{\"tokens\":[0,0]}\n");
  EXPECT_EQ(dropped(masking("\\"), R"({"tokens":["a"]})"), R"({"tokens":["\\"]})"
                                                           "\n");
  EXPECT_EQ(dropped(masking("[MASK]"), R"({"tokens":[]})"), "{\"tokens\":[]}\n");
  for (const char* mask : {"nan", "inf", ".5", "1.", "01", "+1", "", "x", "1 ", "0x1", "1e", "-"}) {
    EXPECT_THAT(dropped(masking(mask), R"({"tokens":[1]})"), HasSubstr("expected a number"))
        << mask;
  }
}

TEST(RecordOptions, PlainText) {
  RecordOptions options;
  options.plain_text = true;
  options.spans = SpanRule("word");
  options.draw.law.rate = 1;
  EXPECT_EQ(dropped(options, "{\"text\": 1"), "\n");
  EXPECT_EQ(dropped(options, "a\xff"), "expected UTF-8");
  options.mask = "_";
  EXPECT_EQ(dropped(options, "a \u00e9\"b"), "_____\n");
  options.draw.law.rate = 0;
  EXPECT_EQ(dropped(options, "a\t\\u \r"), "a\t\\u \r\n");
}

TEST(RecordOptions, BlankLinesAreKeptAndNotCounted) {
  RecordOptions options;
  options.views = 3;
  RecordDropper dropper(options);
  std::string out;
  Summary summary;
  for (const char* line : {"", " \t\r"})
    ASSERT_TRUE(dropper.drop(PaddedLine(line), "\n", out, summary));
  EXPECT_EQ(out, "\n \t\r\n");
  EXPECT_EQ(to_json(summary, 0), to_json(Summary{}, 0));
}

TEST(RecordOptions, EachViewHasItsNumber) {
  RecordOptions options;
  options.draw.law.rate = 0;
  options.view = 4;
  options.views = 2;
  options.fields.view = "v\"";
  EXPECT_EQ(dropped(options, R"( { "text":"a"})"), R"( {"v\"": 4,  "text":"a"})"
                                                   "\n"
                                                   R"( {"v\"": 5,  "text":"a"})"
                                                   "\n");
}

TEST(RecordOptions, SpansFromTheField) {
  RecordOptions options;
  options.spans = SpanRule("field");
  EXPECT_THAT(dropped(options, R"({"text":"abc"})"), HasSubstr("expected spans, got none"));
  EXPECT_THAT(dropped(options, R"({"text":"abc","spans":[[0,2],[1,3]]})"),
              HasSubstr("do not overlap"));
  EXPECT_THAT(dropped(options, R"({"text":"abc","spans":[[1,1]]})"), HasSubstr("begin < end"));
  options.draw.law.rate = 1;
  EXPECT_EQ(dropped(options, R"({"text":"abc","spans":[ [1,2] ]})"), R"({"text":"ac","spans":[  ]})"
                                                                     "\n");
  options.spans = SpanRule("word");
  EXPECT_THAT(dropped(options, R"({"tokens":[1]})"), HasSubstr("got word"));
}

TEST(Summary, SumsAndReportsAllNumbers) {
  Summary a{.records = 1,
            .bad = 2,
            .written = 3,
            .spans = 4,
            .spans_dropped = 5,
            .became_empty = 6,
            .draws_rejected = 7,
            .left_whole = 8,
            .fates = {9, 10, 11, 12},
            .annotations_removed = 13,
            .bytes_read = 3'000'000,
            .bytes_written = 15};
  a += a;
  EXPECT_EQ(
      to_json(a, 2),
      R"({"records": 2, "bad": 4, "written": 6, "spans": 8, "spans_dropped": 10, )"
      R"("annotations": {"kept": 18, "shifted": 20, "cut": 22, "gone": 24, "removed": 26}, )"
      R"("became_empty": 12, "draws_rejected": 14, "left_whole": 16, )"
      R"("bytes_read": 6000000, "bytes_written": 30, "seconds": 2.000, "mb_per_second": 3.0})");
}

}  // namespace
}  // namespace spandrop
