#include "spandrop/lab/paper/figure2.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "spandrop/core/length_law.h"
#include "spandrop/core/theory.h"
#include "tests/core/refusal.h"

namespace spandrop::lab {
namespace {

// The closed forms are compared with the paper in tests/core/paper_theory_test.cpp; here, each cell
// must have the right arguments.
const double kGammas[] = {0.01, 0.1, 1, 10, 100, std::numeric_limits<double>::infinity()};

TEST(Figure2, LengthsAddUpToAllDraws) {
  const Figure figure = make_figure("length");
  EXPECT_EQ(figure.columns, (std::vector<std::string>{"length", "drop", "beta"}));
  ASSERT_EQ(figure.rows.size(), 101u);
  double drop = 0, beta = 0, drop_mean = 0, beta_mean = 0;
  for (const std::vector<double>& row : figure.rows) {
    drop += row[1];
    beta += row[2];
    drop_mean += row[0] * row[1] / 100;
    beta_mean += row[0] * row[2] / 100;
  }
  EXPECT_NEAR(drop, 100, 1e-9);
  EXPECT_NEAR(beta, 100, 1e-9);
  EXPECT_NEAR(drop_mean, 80, 1e-9);  // n (1 - p)
  EXPECT_NEAR(beta_mean, 80, 1e-9);
}

TEST(Figure2, NoiseHasOneColumnPerGamma) {
  const Figure figure = make_figure("noise");
  ASSERT_EQ(figure.columns.size(), 7u);
  EXPECT_EQ(figure.columns[6], "gamma_inf");
  ASSERT_EQ(figure.rows.size(), 20u);
  for (const std::vector<double>& row : figure.rows) {
    EXPECT_NEAR(row[6], row[0] * std::log(0.8), 1e-9);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_EQ(row[i + 1], log_p_all_kept({0.2, kGammas[i]}, std::size_t(row[0])));
    }
  }
}

TEST(Figure2, EntropyHasOneColumnPerGamma) {
  const Figure figure = make_figure("entropy");
  ASSERT_EQ(figure.rows.size(), 6u);
  EXPECT_EQ(figure.rows[5][0], 100000);
  for (const std::vector<double>& row : figure.rows) {
    ASSERT_EQ(row.size(), 7u);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_EQ(row[i + 1], entropy_per_span({0.1, kGammas[i]}, std::size_t(row[0])));
    }
  }
}

TEST(Figure2, OtherNamesAreRefused) {
  EXPECT_EQ(refusal([] { make_figure("size"); }),
            "[theory] expected the table length, noise or entropy, got size");
}

}  // namespace
}  // namespace spandrop::lab
