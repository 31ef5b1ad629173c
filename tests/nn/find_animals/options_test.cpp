#include "spandrop/nn/find_animals/options.h"

#include <gtest/gtest.h>

#include "tests/core/refusal.h"

namespace spandrop::nn::find_animals {
namespace {

using spandrop::find_animals::Positions;

std::string why(const Options& options) {
  return refusal([&] { check(options); });
}

TEST(FindAnimalsOptions, EveryPartIsChecked) {
  EXPECT_EQ(why({}), "nothing was refused");
  Options options;
  options.dev_size = 0;
  EXPECT_EQ(why(options), "[find_animals] expected dev_size of at least 1, got 0");
  options = {};
  options.encoder.layers = 0;
  EXPECT_EQ(why(options), "[encoder] expected layers of at least 1, got 0");
  options = {};
  options.train.steps = 0;
  EXPECT_EQ(why(options), "[train] expected steps of at least 1, got 0");
  options = {};
  options.method.law.rate = 1.5;
  EXPECT_EQ(why(options), "[Law] expected rate in [0, 1], got 1.5");
  options = {};
  options.method.law.gamma = 0;
  EXPECT_EQ(why(options), "[Law] expected gamma above 0, got 0");
  options = {};
  options.data.length = 2;  // too short for a cat
  EXPECT_NE(why(options), "nothing was refused");
  options = {};
  options.test_lengths = {100, 2};
  EXPECT_NE(why(options), "nothing was refused");
}

TEST(FindAnimalsOptions, HeldOutStringsHaveUniformPositions) {
  Options options;
  options.data.positions = Positions::first;
  const auto data = held_out(options, 77);
  EXPECT_EQ(data.positions, Positions::uniform);
  EXPECT_EQ(data.length, 77);
  EXPECT_EQ(data.animals, options.data.animals);
}

}  // namespace
}  // namespace spandrop::nn::find_animals
