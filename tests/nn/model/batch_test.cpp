#include "spandrop/nn/model/batch.h"

#include <gtest/gtest.h>

#include "tests/core/refusal.h"
#include "tests/nn/tensors.h"

namespace spandrop::nn {
namespace {

TEST(Batch, PositionsStartAtZeroInEachSequence) {
  const Batch batch = make_batch({7, 8, 9, 5, 6}, packing_of({3, 0, 2}), at::kCPU);
  EXPECT_TRUE(same(batch.tokens, tensor_of({7, 8, 9, 5, 6}, at::kCPU)));
  EXPECT_TRUE(same(batch.positions, tensor_of({0, 1, 2, 0, 1}, at::kCPU)));
  EXPECT_FALSE(batch.segments.defined());
}

TEST(Batch, AnotherNumberOfTokensIsRefused) {
  EXPECT_EQ(refusal([] { make_batch({1, 2, 3}, packing_of({2}), at::kCPU); }),
            "[make_batch] expected 2 tokens, got 3");
}

TEST(Batch, FirstRowsSelectsOneRowPerSequence) {
  const Rows rows = first_rows(packing_of({3, 1, 2}), at::kCPU);
  EXPECT_TRUE(same(rows.index, tensor_of({0, 3, 4}, at::kCPU)));
  EXPECT_EQ(rows.packing.offsets, (std::vector<std::int64_t>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace spandrop::nn
