#include "spandrop/io/files/compress.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <random>
#include <string>

#include "tests/io/files/files.h"

namespace spandrop {
namespace {

// The content of a file according to zlib's own reader.
std::string read_with_zlib(const std::string& path) {
  gzFile file = gzopen(path.c_str(), "rb");
  EXPECT_EQ(gzdirect(file), 0);
  std::string content;
  char piece[4096];
  int count = 0;
  while ((count = gzread(file, piece, sizeof piece)) > 0) content.append(piece, count);
  EXPECT_EQ(gzclose(file), Z_OK);
  return content;
}

TEST(Compress, ChoosesTheCompressionByTheName) {
  EXPECT_EQ(compression_of("a.jsonl.gz"), Compression::gzip);
  EXPECT_EQ(compression_of("a.zst"), Compression::zstd);
  EXPECT_EQ(compression_of("A.JSONL.GZ"), Compression::gzip);
  EXPECT_EQ(compression_of("A.ZST"), Compression::zstd);
  EXPECT_EQ(compression_of("a.gz.jsonl"), Compression::none);
  EXPECT_EQ(compression_of("gz"), Compression::none);
  EXPECT_EQ(compression_of("-"), Compression::none);
}

TEST(Compress, ConsecutiveMembersAreOneGzipFile) {
  const TemporaryDirectory directory;
  std::mt19937_64 random(1);
  Compressor compressor(Compression::gzip);
  std::string content;
  std::string stored;
  std::string member;
  for (const std::size_t size : {0, 1, 1000, 1048576, 5}) {
    const std::string block = random_lines(size, 80, random);
    compressor.compress(block, member);
    EXPECT_EQ(member.substr(0, 8), std::string("\x1f\x8b\x08\0\0\0\0\0", 8));  // no time, no name
    content += block;
    stored += member;
  }
  store(directory / "file.gz", stored);
  EXPECT_TRUE(read_with_zlib(directory / "file.gz") == content);
}

TEST(Compress, AZstdFrameStoresItsSize) {
  std::mt19937_64 random(2);
  Compressor compressor(Compression::zstd);
  std::string frame;
  for (const std::size_t size : {0, 1, 1000, 1048576, 5}) {
    const std::string block = random_lines(size, 80, random);
    compressor.compress(block, frame);
    ASSERT_EQ(ZSTD_getFrameContentSize(frame.data(), frame.size()), size);
    std::string content(size, '\0');
    EXPECT_EQ(ZSTD_decompress(content.data(), size, frame.data(), frame.size()), size);
    EXPECT_TRUE(content == block);
  }
}

TEST(Compress, BytesDependOnlyOnTheBlock) {
  std::mt19937_64 random(3);
  const std::string block = random_lines(300000, 80, random);
  for (const auto compression : {Compression::none, Compression::gzip, Compression::zstd}) {
    std::string fresh;
    Compressor(compression).compress(block, fresh);
    Compressor used(compression);
    std::string again;
    used.compress(random_lines(500000, 10, random), again);
    used.compress(block, again);
    EXPECT_TRUE(fresh == again);
  }
}

}  // namespace
}  // namespace spandrop
