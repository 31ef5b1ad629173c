#include "spandrop/drop/drop_example.h"

#include <gtest/gtest.h>

namespace spandrop {
namespace {

TEST(DropExample, ReportsInvalidArguments) {
  const DropOptions options;
  ExampleDropper dropper(options);
  Summary summary;
  DroppedExample dropped;
  Example example;
  example.text = "abc";
  example.annotations = {{0, 1}, {2, 4}};
  EXPECT_EQ(dropper.drop(example, 0, dropped, summary).error().field, "annotations[1]");
  example.annotations.clear();
  example.never_drop = {{2, 1}};
  EXPECT_EQ(dropper.drop(example, 0, dropped, summary).error().reason,
            "expected begin <= end, got 2 to 1");
  EXPECT_EQ(summary.records, 0u);
}

}  // namespace
}  // namespace spandrop
