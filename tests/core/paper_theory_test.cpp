// Compares the closed forms with the numbers of the paper's Figure 2.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "spandrop/core/length_law.h"
#include "spandrop/core/theory.h"
#include "tests/source_directory.h"

namespace spandrop {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const std::vector<double> kGammas = {0.01, 0.1, 1, 10, 100};

// The rows of one of the paper's tables.
std::vector<std::vector<double>> paper_rows(const std::string& table) {
  simdjson::dom::parser parser;
  std::vector<std::vector<double>> rows;
  const std::string path = test::source_directory() + "/tests/data/paper_theory.json";
  for (const simdjson::dom::array row : parser.load(path)[table]["rows"].get_array()) {
    rows.emplace_back();
    for (const double number : row) rows.back().push_back(number);
  }
  return rows;
}

TEST(Paper, EntropyPerSpan) {
  const auto rows = paper_rows("entropy_per_span");
  ASSERT_EQ(rows.size(), 6u);
  for (const auto& row : rows) {
    const auto n = static_cast<std::size_t>(row.at(0));
    for (std::size_t i = 0; i < kGammas.size(); ++i) {
      EXPECT_NEAR(entropy_per_span({0.1, kGammas[i]}, n), row.at(i + 1), 1e-6) << n;
    }
    EXPECT_NEAR(entropy_per_span({0.1, kInfinity}, n), row.at(6), 1e-6) << n;
  }
}

TEST(Paper, SupportNoise) {
  const auto rows = paper_rows("support_noise");
  ASSERT_EQ(rows.size(), 20u);
  for (const auto& row : rows) {
    const auto m = static_cast<std::size_t>(row.at(0));
    for (std::size_t i = 0; i < kGammas.size(); ++i) {
      EXPECT_NEAR(log_p_all_kept({0.2, kGammas[i]}, m), row.at(i + 1), 1e-6) << m;
    }
    // The paper's last column uses gamma = 10^6.
    EXPECT_NEAR(log_p_all_kept({0.2, 1e6}, m), row.at(6), 1e-6) << m;
    EXPECT_NEAR(log_p_all_kept({0.2, kInfinity}, m), row.at(6), 1e-5) << m;
  }
}

TEST(Paper, LengthDistribution) {
  // The paper simulated 10^6 draws per law and printed percentages. Every row must be within 5
  // standard deviations, and rows with at least 5 expected draws must pass a chi-square test at 1
  // in 10,000.
  const double draws = 1e6;
  const auto rows = paper_rows("length_distribution");
  ASSERT_EQ(rows.size(), 101u);
  for (const std::size_t column : {1u, 2u}) {
    const LengthLaw lengths({0.2, column == 1 ? kInfinity : 1.0}, 100);
    double total = 0, chi_squared = 0, cells = 0, rest_expected = 0, rest_seen = 0;
    for (const auto& row : rows) {
      const double expected =
          draws * std::exp(lengths.log_pmf(static_cast<std::size_t>(row.at(0))));
      const double seen = draws * row.at(column) / 100;
      total += seen;
      EXPECT_NEAR(seen, expected, 5 * std::sqrt(expected) + 1) << row.at(0);
      if (expected < 5) {
        rest_expected += expected;
        rest_seen += seen;
        continue;
      }
      chi_squared += (seen - expected) * (seen - expected) / expected;
      ++cells;
    }
    chi_squared += (rest_seen - rest_expected) * (rest_seen - rest_expected) / rest_expected;
    EXPECT_NEAR(total, draws, 0.5);
    const boost::math::chi_squared law(cells);
    EXPECT_GT(boost::math::cdf(boost::math::complement(law, chi_squared)), 1e-4) << chi_squared;
    EXPECT_GT(boost::math::cdf(law, chi_squared), 1e-4) << "too good to be a simulation";
  }
}

}  // namespace
}  // namespace spandrop
