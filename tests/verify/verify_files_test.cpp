#include "spandrop/verify/verify_files.h"

#include <gtest/gtest.h>

#include <string>

#include "spandrop/io/records/drop_record.h"
#include "tests/io/records/random_record.h"
#include "tests/source_directory.h"

namespace spandrop {
namespace {

VerifyReport verified(const std::string& before, const std::string& after,
                      const VerifyOptions& options) {
  return verify_files({"before", before}, {"after", after}, std::nullopt, options);
}

VerifyOptions verify_options(const RecordOptions& options) {
  VerifyOptions verify;
  static_cast<RecordOptions&>(verify) = options;
  verify.mask_spans = options.mask && options.mask_spans;
  verify.expected_views = options.views;
  return verify;
}

// Tiny alphabets: nearly every view can be explained in several ways.
TEST(Verify, AcceptsEveryDropOfRandomRecords) {
  Random random(11);
  int checked = 0;
  for (int round = 0; round < 20000; ++round) {
    RecordOptions options = random_options(random);
    const Model model = random_record(options.unit, random);
    choose_for(model, options, random);
    std::string out;
    Summary summary;
    const std::string line = model.line;
    if (!RecordDropper(options).drop(PaddedLine(line), "\n", out, summary)) continue;
    const VerifyReport report = verified(line, out, verify_options(options));
    ASSERT_TRUE(report.ok()) << line << "\n" << out << report.problems.front().message();
    EXPECT_EQ(report.counts.views, options.views);
    ++checked;
  }
  EXPECT_GT(checked, 10000);
}

// No byte of a text can change into a letter that is nowhere in the original.
TEST(Verify, FindsNewLettersInRandomRecords) {
  Random random(12);
  int checked = 0;
  for (int round = 0; round < 5000; ++round) {
    RecordOptions options = random_options(random);
    const Model model = random_record(options.unit, random);
    choose_for(model, options, random);
    options.mask.reset();
    std::string out;
    Summary summary;
    if (!model.is_text ||
        !RecordDropper(options).drop(PaddedLine(model.line), "\n", out, summary)) {
      continue;
    }
    const std::size_t at = out.find("\"text\"");
    if (at == out.npos) continue;
    const std::size_t quote = out.find('"', out.find(':', at));
    out.insert(quote + 1, "Q");
    EXPECT_FALSE(verified(model.line, out, verify_options(options)).ok()) << model.line << "\n"
                                                                          << out;
    ++checked;
  }
  EXPECT_GT(checked, 1000);
}

// Changes a few bytes; `from` has bytes that matter.
std::string damaged(std::string text, Random& random) {
  for (std::size_t i = 1 + below(3, random); i > 0 && !text.empty(); --i) {
    const std::string from = "\"{}[],:0189-ae \\\n\xc3";
    const std::size_t at = below(text.size(), random);
    switch (below(3, random)) {
      case 0:
        text[at] = from[below(from.size(), random)];
        break;
      case 1:
        text.erase(at, 1 + below(4, random));
        break;
      default:
        text.insert(at, 1, from[below(from.size(), random)]);
    }
  }
  return text;
}

TEST(Verify, SurvivesDamagedRecords) {
  Random random(13);
  int found = 0;
  for (int round = 0; round < 20000; ++round) {
    RecordOptions options = random_options(random);
    const Model model = random_record(options.unit, random);
    choose_for(model, options, random);
    std::string out;
    Summary summary;
    if (!RecordDropper(options).drop(PaddedLine(model.line), "\n", out, summary)) continue;
    VerifyOptions verify = verify_options(options);
    if (!verify.mask_spans) verify.any_spans = below(4, random) == 0;
    found += !verified(model.line, damaged(out, random), verify).ok();
    verified(damaged(model.line, random), out, verify);
  }
  EXPECT_GT(found, 5000);
}

TEST(Verify, SurvivesDamagedOfficialFiles) {
  Random random(14);
  for (const std::string& name : dataset_format_names()) {
    const FileSource before{test::source_directory() + "/examples/" + name + ".json"};
    const std::string original(before.open().text());
    VerifyOptions options;
    options.on_lost = OnLost::drop;
    ASSERT_TRUE(verify_files(before, {"same", original}, dataset_format(name), options).ok());
    int found = 0;
    for (int round = 0; round < 500; ++round) {
      const std::string after = damaged(original, random);
      found += !verify_files(before, {"after", after}, dataset_format(name), options).ok();
    }
    EXPECT_GT(found, 300) << name;
  }
}

TEST(Verify, CountsTheBytesOfBothFiles) {
  const std::string line = "{\"text\": \"A. B.\"}\n";
  EXPECT_EQ(verified(line, line, {}).counts.bytes_read, 2 * line.size());
}

TEST(Verify, RefusesOptionsThatContradict) {
  VerifyOptions options;
  options.mask_spans = true;
  EXPECT_THROW(verified("", "", options), std::invalid_argument);
  options.mask = "_";
  options.any_spans = true;
  EXPECT_THROW(verified("", "", options), std::invalid_argument);
}

}  // namespace
}  // namespace spandrop
