#include "spandrop/io/files/line_blocks.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "spandrop/io/files/compress.h"
#include "tests/io/files/files.h"

namespace spandrop {
namespace {

static_assert(LineBlock::padding >= simdjson::SIMDJSON_PADDING);

struct Piece {
  std::string text;
  std::uint64_t number;
  std::uint64_t first_line;
  friend bool operator==(const Piece&, const Piece&) = default;
};

// The slow, obvious version: one line at a time.
std::vector<Piece> cut_slowly(const std::string& content, std::size_t block_size) {
  std::vector<Piece> pieces;
  std::uint64_t line = 1;
  Piece piece{"", 0, line};
  std::istringstream lines(content);
  for (std::string text; std::getline(lines, text); ++line) {
    if (piece.text.empty()) piece.first_line = line;
    piece.text += text;
    if (lines.eof()) break;  // the last line lacks its line end
    piece.text += '\n';
    if (piece.text.size() < block_size) continue;
    pieces.push_back(piece);
    piece = {"", pieces.size(), 0};
  }
  if (!piece.text.empty()) pieces.push_back(piece);
  return pieces;
}

std::vector<Piece> cut(const std::string& path, std::size_t block_size) {
  InputFile file(path);
  LineBlocks blocks(file, block_size);
  std::vector<Piece> pieces;
  LineBlock block;
  while (blocks.next(block)) {
    const std::string_view text = block.text();
    EXPECT_EQ(std::count(text.end(), text.end() + LineBlock::padding, '\0'),
              static_cast<long>(LineBlock::padding));
    pieces.push_back({std::string(text), block.number(), block.first_line()});
  }
  EXPECT_FALSE(blocks.next(block));
  return pieces;
}

// Splits `content`, stored in each format, and compares with the slow version.
void check(const std::string& content, std::size_t block_size, const std::string& path,
           std::mt19937_64& random) {
  const std::vector<Piece> expected = cut_slowly(content, block_size);
  for (const auto compression : {Compression::none, Compression::gzip, Compression::zstd}) {
    Compressor compressor(compression);
    std::string stored;
    std::string member;
    for (std::size_t begin = 0; begin < content.size();) {
      const std::size_t size = 1 + random() % (content.size() + 1);
      compressor.compress(std::string_view(content).substr(begin, size), member);
      stored += member;
      begin += size;
    }
    store(path, stored);
    EXPECT_TRUE(cut(path, block_size) == expected)
        << content.size() << " bytes in blocks of " << block_size;
  }
}

TEST(LineBlocks, SplitsLikeTheSlowVersion) {
  const TemporaryDirectory directory;
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    const std::size_t block_size = 1 + random() % 3000;
    const std::size_t line_length = std::size_t{1} << random() % 13;
    const std::size_t size = random() % 10000;
    check(random_lines(size, line_length, random), block_size, directory / "file", random);
  }
}

TEST(LineBlocks, SplitsAroundTheDefaultSize) {
  const TemporaryDirectory directory;
  std::mt19937_64 random(2);
  const std::size_t limit = LineBlocks::default_block_size;
  for (const std::size_t line :
       {limit - 2, limit - 1, limit, limit + 1, limit + 65535, limit + 65536, limit + 65537}) {
    for (const std::string end : {"", "\n", "\n\n", "\nlast", "\nlast\n"}) {
      const std::string first(line, '{');
      check("x\n" + first + "\n" + first + end, limit, directory / "file", random);
    }
  }
  check(random_lines(4 * limit, 200, random), limit, directory / "file", random);
}

TEST(LineBlocks, AnEmptyInputHasNoBlocks) {
  const TemporaryDirectory directory;
  store(directory / "file", "");
  EXPECT_TRUE(cut(directory / "file", 100).empty());
}

TEST(LineBlocks, GrowsForAVeryLongLine) {
  const TemporaryDirectory directory;
  const std::string content = "a\n" + std::string(120000000, 'x') + "\nb\n";
  store(directory / "file", content);
  InputFile file(directory / "file");
  LineBlocks blocks(file);
  LineBlock block;
  ASSERT_TRUE(blocks.next(block));
  EXPECT_TRUE(block.text() == std::string_view(content).substr(0, content.size() - 2));
  ASSERT_TRUE(blocks.next(block));
  EXPECT_EQ(block.text(), "b\n");
  EXPECT_EQ(block.first_line(), 3u);
  EXPECT_FALSE(blocks.next(block));
}

TEST(LineBlocks, ReusesTheMemoryOfABlock) {
  const TemporaryDirectory directory;
  std::mt19937_64 random(3);
  store(directory / "file", random_lines(100000, 50, random));
  InputFile file(directory / "file");
  LineBlocks blocks(file, 1000);
  LineBlock block;
  ASSERT_TRUE(blocks.next(block));
  const char* const memory = block.text().data();
  while (blocks.next(block)) EXPECT_EQ(block.text().data(), memory);
}

// Lines up to the limit are unchanged. Longer ones may be shortened, but stay too long.
TEST(LineBlocks, ShortensLongLines) {
  const TemporaryDirectory directory;
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    const std::size_t block_size = 1 + random() % 3000, limit = 1 + random() % 3000;
    const std::string content =
        random_lines(random() % 200000, 1 + random() % 20000, random) + (round % 2 ? "\n" : "");
    store(directory / "in", content);
    InputFile file(directory / "in");
    LineBlocks blocks(file, block_size, {limit, true});
    std::string got;
    for (LineBlock block; blocks.next(block);) {
      EXPECT_EQ(block.first_line(), 1u + static_cast<std::size_t>(std::ranges::count(got, '\n')));
      EXPECT_LE(block.text().size(), 2 * block_size + limit + 3);
      got += block.text();
    }
    std::istringstream before(content), after(got);
    std::string line, cut;
    while (std::getline(before, line)) {
      ASSERT_TRUE(std::getline(after, cut));
      if (line.size() <= limit + 2) {
        ASSERT_EQ(cut, line);
      } else {
        ASSERT_GE(cut.size(), limit + 2);
        ASSERT_TRUE(line.starts_with(cut));
      }
    }
    EXPECT_FALSE(std::getline(after, cut));
    EXPECT_EQ(got.ends_with('\n'), content.ends_with('\n'));
  }
}

TEST(LineBlocks, CanEndAtALongLine) {
  const TemporaryDirectory directory;
  store(directory / "in", "short\n" + std::string(100000, 'x') + "\nafter\n");
  InputFile file(directory / "in");
  LineBlocks blocks(file, 1000, {5000, false});
  LineBlock block;
  ASSERT_TRUE(blocks.next(block));
  EXPECT_EQ(block.text(), "short\n" + std::string(5002, 'x'));
  EXPECT_FALSE(blocks.next(block));
}

TEST(LineBlocks, RejectsEmptyBlocks) {
  const TemporaryDirectory directory;
  store(directory / "file", "");
  InputFile file(directory / "file");
  EXPECT_EQ(failure([&] { LineBlocks(file, 0); }),
            "[LineBlocks] expected a block size of at least 1, got 0");
}

}  // namespace
}  // namespace spandrop
