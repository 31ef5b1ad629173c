#include "spandrop/lab/work_directory.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/io/files/files.h"

namespace spandrop::lab {
namespace {

TEST(WorkDirectory, HasOneOwnerAtATime) {
  const TemporaryDirectory directory;
  auto first = WorkDirectory::own(directory / "a/b");
  ASSERT_TRUE(first);
  EXPECT_EQ(first->path(), directory / "a/b");
  EXPECT_FALSE(WorkDirectory::own(directory / "a/b"));
  EXPECT_TRUE(WorkDirectory::own(directory / "a/c"));
  first.reset();
  EXPECT_TRUE(WorkDirectory::own(directory / "a/b"));
}

TEST(WorkDirectory, MovingKeepsTheLock) {
  const TemporaryDirectory directory;
  auto first = WorkDirectory::own(directory / "a");
  ASSERT_TRUE(first);
  const WorkDirectory moved = std::move(*first);
  first.reset();
  EXPECT_FALSE(WorkDirectory::own(directory / "a"));
}

TEST(WorkDirectory, RemovedItCanBeOwnedAgain) {
  const TemporaryDirectory directory;
  auto first = WorkDirectory::own(directory / "a");
  ASSERT_TRUE(first);
  store(first->path() / "file", "content");
  first->remove();
  EXPECT_FALSE(std::filesystem::exists(directory / "a"));
  EXPECT_TRUE(WorkDirectory::own(directory / "a"));
}

}  // namespace
}  // namespace spandrop::lab
