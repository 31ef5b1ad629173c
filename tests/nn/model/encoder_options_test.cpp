#include "spandrop/nn/model/encoder_options.h"

#include <gtest/gtest.h>

#include "tests/core/refusal.h"

namespace spandrop::nn {
namespace {

std::string why(const EncoderOptions& options) {
  return refusal([&] { check(options); });
}

TEST(EncoderOptions, DefaultsAreValid) { EXPECT_EQ(why({}), "nothing was refused"); }

TEST(EncoderOptions, SizesThatDoNotFitAreRefused) {
  EXPECT_EQ(why({.width = 12, .heads = 5}),
            "[encoder] expected a width divisible by the 5 heads, got 12");
  EXPECT_EQ(why({.layers = 0}), "[encoder] expected layers of at least 1, got 0");
  EXPECT_EQ(why({.heads = 0}), "[encoder] expected heads of at least 1, got 0");
}

TEST(EncoderOptions, DropoutOutOfRangeIsRefused) {
  EXPECT_EQ(why({.dropout = 1}), "[encoder] expected dropout in [0, 1), got 1");
  EXPECT_EQ(why({.attention_dropout = -0.5}), "[encoder] expected dropout in [0, 1), got -0.5");
}

}  // namespace
}  // namespace spandrop::nn
