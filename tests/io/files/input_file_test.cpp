#include "spandrop/io/files/input_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <random>
#include <string>
#include <vector>

#include "spandrop/io/files/compress.h"
#include "tests/io/files/files.h"

namespace spandrop {
namespace {

using testing::HasSubstr;

std::string read_all(InputFile& file, std::size_t step) {
  std::string content;
  std::string piece(step, '\0');
  while (const std::size_t count = file.read(piece.data(), step)) content.append(piece, 0, count);
  return content;
}

std::string read_all(const std::string& path, std::size_t step = 65536) {
  InputFile file(path);
  return read_all(file, step);
}

// `content` in members or frames of `step` bytes.
std::string compressed(const std::string& content, Compression compression, std::size_t step) {
  Compressor compressor(compression);
  std::string all;
  std::string block;
  for (std::size_t begin = 0; begin < content.size(); begin += step) {
    compressor.compress(std::string_view(content).substr(begin, step), block);
    all += block;
  }
  return all;
}

constexpr Compression all_compressions[] = {Compression::none, Compression::gzip,
                                            Compression::zstd};

TEST(InputFile, ReadsEveryFormat) {
  const TemporaryDirectory directory;
  std::mt19937_64 random(1);
  for (const std::size_t size : {0, 1, 3, 4, 5, 4096, 262143, 262144, 262145, 3000000}) {
    const std::string content = random_lines(size, 50, random);
    for (const Compression compression : all_compressions) {
      for (const std::size_t member : {size + 1, size / 3 + 1}) {
        store(directory / "file", compressed(content, compression, member));
        for (const std::size_t step : {std::size_t{997}, std::size_t{1} << 20}) {
          EXPECT_EQ(read_all(directory / "file", step), content);
        }
      }
    }
  }
}

TEST(InputFile, ReadsLongRunsThatCompressToAlmostNothing) {
  const TemporaryDirectory directory;
  const std::string content(10000000, 'x');
  for (const Compression compression : all_compressions) {
    store(directory / "file", compressed(content, compression, content.size()));
    EXPECT_TRUE(read_all(directory / "file", 1001) == content);
  }
}

TEST(InputFile, DetectsFormatsOnlyByTheirFirstBytes) {
  const TemporaryDirectory directory;
  store(directory / "plain.gz", "plain\n");
  EXPECT_EQ(read_all(directory / "plain.gz"), "plain\n");
  for (const std::string start : {"\x1f", "\x28\xb5\x2f", "\x50\x2a\x4d", "\x60\x2a\x4d\x18"}) {
    store(directory / "file", start);
    EXPECT_EQ(read_all(directory / "file"), start);
  }
}

TEST(InputFile, SkipsEmptyMembersAndSkippableFrames) {
  const TemporaryDirectory directory;
  Compressor gzip(Compression::gzip);
  std::string empty;
  gzip.compress("", empty);
  store(directory / "file", empty + empty + compressed("one\n", Compression::gzip, 9) + empty);
  EXPECT_EQ(read_all(directory / "file"), "one\n");

  const std::string frame = compressed("two\n", Compression::zstd, 9);
  const std::string skip = std::string("\x53\x2a\x4d\x18\x03\x00\x00\x00", 8) + "abc";
  store(directory / "file", skip + frame + skip + skip + frame + skip);
  EXPECT_EQ(read_all(directory / "file"), "two\ntwo\n");
  store(directory / "file", skip + frame + skip.substr(0, skip.size() - 1));
  EXPECT_THAT(failure([&] { read_all(directory / "file"); }), HasSubstr("truncated zstd data"));
}

TEST(InputFile, DetectsEveryTruncation) {
  const TemporaryDirectory directory;
  std::mt19937_64 random(2);
  const std::string content = random_lines(2000, 30, random);
  for (const Compression compression : {Compression::gzip, Compression::zstd}) {
    const std::string one = compressed(content, compression, content.size());
    for (std::size_t size = 4; size < one.size(); ++size) {
      for (const std::string& before : {std::string(), one}) {
        store(directory / "file", before + one.substr(0, size));
        EXPECT_THAT(failure([&] { read_all(directory / "file"); }),
                    testing::AllOf(HasSubstr(directory / "file: truncated"),
                                   HasSubstr("at byte " + std::to_string(before.size() + size))));
      }
    }
  }
}

TEST(InputFile, DetectsEveryDamagedByte) {
  const TemporaryDirectory directory;
  std::mt19937_64 random(3);
  const std::string content = random_lines(2000, 30, random);
  for (const Compression compression : {Compression::gzip, Compression::zstd}) {
    const std::string good = compressed(content, compression, 700);
    // A damaged header may be harmless (gzip's time stamp), but wrong content never is.
    for (std::size_t place = 4; place < good.size(); ++place) {
      std::string bad = good;
      bad[place] = static_cast<char>(bad[place] ^ 0x55);
      store(directory / "file", bad);
      std::string got = content;
      failure([&] { got = read_all(directory / "file"); });
      EXPECT_EQ(got, content) << "byte " << place;
    }
  }
}

TEST(InputFile, ReportsWhereTheDataIsDamaged) {
  const TemporaryDirectory directory;
  std::mt19937_64 random(4);
  const std::string content = random_lines(1000000, 30, random);
  for (const Compression compression : {Compression::gzip, Compression::zstd}) {
    const std::string good = compressed(content, compression, content.size() + 1);
    store(directory / "file", good + "garbage");
    EXPECT_THAT(failure([&] { read_all(directory / "file"); }),
                testing::ContainsRegex("file: (garbage|cannot decode zstd).* byte " +
                                       std::to_string(good.size())));
    std::string bad = good;
    bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 1);
    store(directory / "file", bad);
    EXPECT_THAT(failure([&] { read_all(directory / "file"); }),
                testing::ContainsRegex(
                    "file: (broken gzip data at|cannot decode zstd data after) byte [0-9]+: "));
  }
}

TEST(InputFile, ReportsProgressInStoredBytes) {
  const TemporaryDirectory directory;
  std::mt19937_64 random(5);
  const std::string content = random_lines(1000000, 30, random);
  for (const Compression compression : all_compressions) {
    const std::string stored = compressed(content, compression, 100000);
    store(directory / "file", stored);
    InputFile file(directory / "file");
    EXPECT_EQ(file.total_bytes(), stored.size());
    EXPECT_EQ(file.bytes_consumed(), 0u);
    std::string half(content.size() / 2, '\0');
    for (std::size_t done = 0; done < half.size();) {
      done += file.read(half.data() + done, half.size() - done);
    }
    EXPECT_NEAR(static_cast<double>(file.bytes_consumed()) / static_cast<double>(stored.size()),
                0.5, 0.15);
    read_all(file, 1000);
    EXPECT_EQ(file.bytes_consumed(), stored.size());
  }
}

TEST(InputFile, ReadsStandardInputFromAPipe) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const int saved = dup(STDIN_FILENO);
  ASSERT_EQ(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
  const std::string stored = compressed("from a pipe\n", Compression::gzip, 4);
  ASSERT_EQ(write(ends[1], stored.data(), stored.size()), static_cast<ssize_t>(stored.size()));
  close(ends[1]);
  {
    InputFile file("-");
    EXPECT_EQ(file.name(), "standard input");
    EXPECT_EQ(file.total_bytes(), std::nullopt);
    EXPECT_EQ(read_all(file, 100), "from a pipe\n");
  }
  EXPECT_EQ(dup2(saved, STDIN_FILENO), STDIN_FILENO);
  close(saved);
  close(ends[0]);
}

TEST(InputFile, ReportsWhyAFileCannotBeOpened) {
  const TemporaryDirectory directory;
  EXPECT_EQ(failure([&] { InputFile(directory / "none"); }),
            "cannot open " + (directory / "none") + ": No such file or directory");
  EXPECT_EQ(failure([&] { InputFile(directory / "."); }),
            "cannot open " + (directory / ".") + ": Is a directory");
}

}  // namespace
}  // namespace spandrop
