#include "spandrop/lab/kind.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/refusal.h"

namespace spandrop::lab {
namespace {

TEST(Kind, IsFoundByItsName) {
  for (const Kind kind : {Kind::find_animals, Kind::noise, Kind::theory}) {
    EXPECT_EQ(kind_named(name_of(kind)), kind);
  }
  EXPECT_FALSE(kind_named("nose"));
  EXPECT_FALSE(kind_named(""));
}

TEST(Kind, AMisspeltSettingIsRefusedWithASuggestion) {
  EXPECT_EQ(refusal([] { check_setting(Kind::noise, "lenght", 3); }),
            "[settings] noise has no setting lenght; did you mean length?");
}

TEST(Kind, OnlySettingsThatTheMethodIgnoresAreReset) {
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

TEST(Kind, SettingsOutOfRangeAreRefused) {
  EXPECT_THROW(completed(Kind::noise, {{"length", 2}}), std::invalid_argument);
  EXPECT_THROW(completed(Kind::find_animals, {{"steps", 0}}), std::invalid_argument);
  EXPECT_THROW(completed(Kind::find_animals, {{"heads", 5}}), std::invalid_argument);
  EXPECT_THROW(completed(Kind::find_animals, {{"method", "drop"}, {"rate", 1.5}}),
               std::invalid_argument);
  EXPECT_THROW(completed(Kind::find_animals, {{"method", "beta"}, {"gamma", 0.0}}),
               std::invalid_argument);
  EXPECT_THROW(completed(Kind::theory, {{"table", "size"}}), std::invalid_argument);
  EXPECT_THROW(check_setting(Kind::theory, "seed", 0), std::invalid_argument);
}

TEST(Kind, CostGrowsWithTheAmountOfWork) {
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
