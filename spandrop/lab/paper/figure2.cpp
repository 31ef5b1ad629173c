#include "spandrop/lab/paper/figure2.h"

#include <limits>
#include <stdexcept>

#include "spandrop/core/length_law.h"
#include "spandrop/core/theory.h"

namespace spandrop::lab {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Column {
  const char* name;
  double gamma;
};
constexpr Column kColumns[] = {{"gamma_0.01", 0.01}, {"gamma_0.1", 0.1}, {"gamma_1", 1},
                               {"gamma_10", 10},     {"gamma_100", 100}, {"gamma_inf", kInfinity}};

// One row per x and one column per gamma, with value(gamma, x) in each cell.
template <class Value>
Figure by_gamma(std::string about, const char* x_name, const std::vector<std::size_t>& xs,
                Value value) {
  Figure figure{std::move(about), {x_name}, {}};
  for (const Column& column : kColumns) figure.columns.push_back(column.name);
  for (const std::size_t x : xs) {
    figure.rows.push_back({static_cast<double>(x)});
    for (const Column& column : kColumns) figure.rows.back().push_back(value(column.gamma, x));
  }
  return figure;
}

Figure length_figure() {
  const double rate = 0.2;
  const std::size_t n = 100;
  Figure figure{"percent of draws that keep `length` spans; n=100, p=0.2, gamma=1",
                {"length", "drop", "beta"},
                {}};
  const std::vector<double> drop = LengthLaw({rate, kInfinity}, n).pmf();
  const std::vector<double> beta = LengthLaw({rate, 1}, n).pmf();
  for (std::size_t k = 0; k <= n; ++k) {
    figure.rows.push_back({static_cast<double>(k), 100 * drop[k], 100 * beta[k]});
  }
  return figure;
}

Figure noise_figure() {
  std::vector<std::size_t> facts;
  for (std::size_t m = 1; m <= 20; ++m) facts.push_back(m);
  return by_gamma("natural log of the probability that all m supporting facts are kept; p=0.2", "m",
                  facts,
                  [](double gamma, std::size_t m) { return log_p_all_kept(Law{0.2, gamma}, m); });
}

Figure entropy_figure() {
  return by_gamma("entropy of the draw in nats per span; p=0.1", "n",
                  {1, 10, 100, 1000, 10000, 100000},
                  [](double gamma, std::size_t n) { return entropy_per_span(Law{0.1, gamma}, n); });
}

}  // namespace

Figure make_figure(const std::string& name) {
  if (name == "length") return length_figure();
  if (name == "noise") return noise_figure();
  if (name == "entropy") return entropy_figure();
  throw std::invalid_argument("[theory] expected the table length, noise or entropy, got " + name);
}

}  // namespace spandrop::lab
