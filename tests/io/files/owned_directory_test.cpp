#include "spandrop/io/files/owned_directory.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/io/files/files.h"

namespace spandrop {
namespace {

TEST(OwnedDirectory, HasOneOwnerAtATime) {
  const TemporaryDirectory directory;
  auto first = OwnedDirectory::own(directory / "a/b");
  ASSERT_TRUE(first);
  EXPECT_EQ(first->path(), directory / "a/b");
  EXPECT_FALSE(OwnedDirectory::own(directory / "a/b"));
  EXPECT_TRUE(OwnedDirectory::own(directory / "a/c"));
  first.reset();
  EXPECT_TRUE(OwnedDirectory::own(directory / "a/b"));
}

TEST(OwnedDirectory, MovingKeepsTheLock) {
  const TemporaryDirectory directory;
  auto first = OwnedDirectory::own(directory / "a");
  ASSERT_TRUE(first);
  const OwnedDirectory moved = std::move(*first);
  first.reset();
  EXPECT_FALSE(OwnedDirectory::own(directory / "a"));
}

TEST(OwnedDirectory, RemovedItCanBeOwnedAgain) {
  const TemporaryDirectory directory;
  auto first = OwnedDirectory::own(directory / "a");
  ASSERT_TRUE(first);
  store(first->path() / "file", "content");
  first->remove();
  EXPECT_FALSE(std::filesystem::exists(directory / "a"));
  EXPECT_TRUE(OwnedDirectory::own(directory / "a"));
}

}  // namespace
}  // namespace spandrop
