#include "spandrop/io/files/rewrite_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/io/files/files.h"

namespace spandrop {
namespace {

using testing::HasSubstr;

// Copies lines, except those that begin with "bad".
RewriteLine copy() {
  return [](std::string_view line, std::string_view line_end, std::string& out,
            const WritePart&) -> tl::expected<void, RecordError> {
    if (line.starts_with("bad")) return tl::make_unexpected(RecordError{"", "", "it is bad"});
    out.append(line).append(line_end);
    return {};
  };
}

RewriteCounts rewritten(const TemporaryDirectory& directory, const std::string& content,
                        const FileOptions& options) {
  store(directory / "in", content);
  return rewrite_files({directory / "in"}, directory / "out", {copy()}, options);
}

TEST(RewriteFiles, SkipsBadRecordsWithoutAList) {
  const TemporaryDirectory directory;
  FileOptions options;
  options.skip_bad = true;
  const RewriteCounts counts = rewritten(directory, "a\nbad\nb\n", options);
  EXPECT_EQ(counts.bad, 1u);
  EXPECT_EQ(counts.bytes_written, 4u);
  EXPECT_EQ(load(directory / "out"), "a\nb\n");
  EXPECT_EQ(directory.size(), 2u);
}

TEST(RewriteFiles, RefusesLongLines) {
  const TemporaryDirectory directory;
  FileOptions options;
  options.max_record_bytes = 10;
  rewritten(directory, "1234567890\n1234567890\r\n1234567890", options);
  EXPECT_EQ(load(directory / "out"), "1234567890\n1234567890\r\n1234567890");
  for (const std::string line : {"12345678901", "12345678901\r\n", "a\nb\nc\n12345678901\n"}) {
    EXPECT_THAT(failure([&] { rewritten(directory, line, options); }),
                HasSubstr("expected at most 10 bytes, got more. Use --max-record-bytes"));
  }
  options.skip_bad = true;
  options.bad_file = directory / "bad";
  const std::string content = "a\n" + std::string(3'000'000, 'x') + "\nb\n12345678901\nc";
  const RewriteCounts counts = rewritten(directory, content, options);
  EXPECT_EQ(load(directory / "out"), "a\nb\nc");
  EXPECT_EQ(counts.bad, 2u);
  EXPECT_THAT(load(directory / "bad"), HasSubstr("\"line\": 2"));
  EXPECT_THAT(load(directory / "bad"), HasSubstr("\"line\": 4"));
}

TEST(RewriteFiles, CallsOnCompleteBeforeTheOutputHasItsName) {
  const TemporaryDirectory directory;
  FileOptions options;
  std::uint64_t size = 0;
  options.on_complete = [&](std::uint64_t bytes) {
    size = bytes;
    EXPECT_FALSE(std::filesystem::exists(directory / "out"));
    EXPECT_EQ(load(directory / "out.partial"), "a\n");
  };
  rewritten(directory, "a\n", options);
  EXPECT_EQ(size, 2u);
  options.on_complete = [](std::uint64_t) { throw std::runtime_error("not recorded"); };
  EXPECT_EQ(failure([&] { rewritten(directory, "b\n", options); }), "not recorded");
  EXPECT_EQ(load(directory / "out"), "a\n");
}

}  // namespace
}  // namespace spandrop
