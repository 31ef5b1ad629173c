#include "spandrop/lab/run.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spandrop::lab {
namespace {

Run training(const Settings& settings) {
  return {Kind::find_animals, completed(Kind::find_animals, settings)};
}

TEST(Run, ItsNameIsALabelAndAHashOfKindAndSettings) {
  const std::string name = name_of(training({{"method", "beta"}, {"noise_free", true}}));
  EXPECT_EQ(name.substr(0, name.size() - 16), "beta-noise-free-p0.1-n300-cat-1000x1500-seed0-");
  EXPECT_NE(name, name_of(training({{"method", "beta"}, {"noise_free", true}, {"warmup", 199}})));
}

TEST(Run, HowItIsComputedDoesNotCount) {
  const std::string name = name_of(training({}));
  EXPECT_EQ(name,
            name_of(training({{"device", "cuda:1"}, {"threads", 4}, {"checkpoint_every", 7}})));
  EXPECT_NE(name, name_of(training({{"seed", 1}})));
}

TEST(Run, DefaultsCountAsIfTheyWereWritten) {
  EXPECT_EQ(name_of(training({})), name_of(training({{"width", 32}, {"learning_rate", 1e-3}})));
  EXPECT_EQ(name_of(training({{"gamma", std::int64_t(1)}, {"method", "beta"}})),
            name_of(training({{"gamma", 1.0}, {"method", "beta"}})));
}

TEST(Run, UnreadSettingsAreForgottenOnlyWhereTheyAreUnread) {
  const Settings none =
      completed(Kind::noise, {{"rate", 0.5}, {"gamma", 3.0}, {"noise_free", true}});
  EXPECT_EQ(none, completed(Kind::noise, {}));
  const Settings drop = completed(Kind::noise, {{"method", "drop"}, {"rate", 0.5}, {"gamma", 3.0}});
  EXPECT_EQ(std::get<double>(drop.at("rate")), 0.5);
  EXPECT_EQ(std::get<double>(drop.at("gamma")), 1.0);
  for (const char* method : {"beta", "beta-mask"}) {
    const Settings beta =
        completed(Kind::noise,
                  {{"method", method}, {"rate", 0.5}, {"gamma", INFINITY}, {"noise_free", true}});
    EXPECT_EQ(std::get<double>(beta.at("gamma")), INFINITY);
    EXPECT_TRUE(std::get<bool>(beta.at("noise_free")));
  }
}

TEST(Run, ImpossibleSettingsAreRefusedBeforeAnythingRuns) {
  EXPECT_THROW(completed(Kind::noise, {{"length", 2}}), std::invalid_argument);
  EXPECT_THROW(completed(Kind::find_animals, {{"steps", 0}}), std::invalid_argument);
  EXPECT_THROW(completed(Kind::find_animals, {{"heads", 5}}), std::invalid_argument);
  EXPECT_THROW(completed(Kind::theory, {{"table", "size"}}), std::invalid_argument);
  EXPECT_THROW(check_setting(Kind::theory, "seed", 0), std::invalid_argument);
}

TEST(Run, CostGrowsWithWhatCosts) {
  const auto cost = [](const Settings& settings) {
    return cost_of(Kind::find_animals, completed(Kind::find_animals, settings));
  };
  EXPECT_NEAR(cost({{"steps", 3000}, {"dev_size", 1}, {"test_size", 1}}) /
                  cost({{"steps", 1500}, {"dev_size", 1}, {"test_size", 1}}),
              2, 1e-4);
  EXPECT_GT(cost({{"length", 300}}), 3 * cost({{"length", 100}}));
  EXPECT_LT(cost({{"method", "drop"}, {"rate", 0.5}}), cost({{"method", "mask"}, {"rate", 0.5}}));
  EXPECT_GT(cost({{"test_lengths", std::vector<std::int64_t>{250}}}), cost({}));
}

}  // namespace
}  // namespace spandrop::lab
