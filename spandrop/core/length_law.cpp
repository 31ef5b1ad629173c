#include "spandrop/core/length_law.h"

#include <algorithm>
#include <array>
#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/log1p.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "spandrop/core/compensated_sum.h"

namespace spandrop {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kTwoPi = boost::math::double_constants::two_pi;
// Steps of the recurrence between two values of the closed form. Kept small so that errors do not
// accumulate.
constexpr std::size_t kBlock = 64;

// The error of Stirling's formula: ln Gamma(z) - (z - 1/2) ln z + z - ln(2 pi) / 2.
double stirling_rest(double z) {
  if (z < 16) {
    return boost::math::lgamma(1 + z) - (z + 0.5) * std::log(z) + z - 0.5 * std::log(kTwoPi);
  }
  const double w = 1 / (z * z);
  return (1. / 12 - w * (1. / 360 - w * (1. / 1260 - w * (1. / 1680 - w / 1188)))) / z;
}

// x ln(y / x) - (y - x), given ratio = y / x and excess = y - x. Loses no digits when y is close to
// x (C. Loader, Fast and Accurate Computation of Binomial Probabilities, 2000).
double deviance(double x, double ratio, double excess) {
  if (std::abs(excess) < 0.1 * x) return x * boost::math::log1pmx(excess / x);
  return x * std::log(ratio) - excess;
}

}  // namespace

double contagion(const Law& law) {
  check(law);
  // In double precision, a gamma below 1e-250 keeps all or nothing, and above 1e250 spans are
  // independent.
  const double contagion = law.rate / std::max(law.gamma, 1e-250);
  return contagion < 1e-250 ? 0 : contagion;
}

LengthLaw::LengthLaw(const Law& law, std::size_t n) : law_(law), n_(n), contagion_(contagion(law)) {
  if (n > kMostSpans) {
    throw std::invalid_argument("[LengthLaw] expected at most " + std::to_string(kMostSpans) +
                                " spans, got " + std::to_string(n));
  }
}

double LengthLaw::mean() const { return static_cast<double>(n_) * (1 - law_.rate); }

double LengthLaw::variance() const {
  const double n = static_cast<double>(n_);
  return n * law_.rate * (1 - law_.rate) * ((1 + n * contagion_) / (1 + contagion_));
}

// The numbers of kept and dropped spans are two independent negative binomial counts, given their
// sum, for any success probability. With 1 / (1 + n c) the most likely sum is n, and each logarithm
// is a sum of small terms. This is the logarithm for one of the counts: x spans of the kind (kept
// or dropped) whose mean share is `share`; `excess` is (x + share / c) / (1 + n c) - share / c. As
// c goes to 0, the counts become Poisson.
double LengthLaw::log_share(double x, double share, double excess) const {
  const double n = static_cast<double>(n_);
  const double c = contagion_;
  if (x == 0) return c == 0 ? -n * share : -(share / c) * std::log1p(n * c);
  const double ratio = (x * c + share) * (n / x) / (1 + n * c);
  double result = deviance(x, ratio, -excess) - stirling_rest(x);
  result -= 0.5 * std::log((1 + x * c / share) * kTwoPi * x);
  if (c == 0) return result;
  const double size = share / c;
  result += deviance(size, (1 + x * c / share) / (1 + n * c), excess);
  return result + stirling_rest(x + size) - stirling_rest(size);
}

double LengthLaw::log_pmf(std::size_t k) const {
  if (k > n_) return -kInfinity;
  if (n_ == 0) return 0;
  if (law_.rate == 0) return k == n_ ? 0 : -kInfinity;
  if (law_.rate == 1) return k == 0 ? 0 : -kInfinity;
  const double n = static_cast<double>(n_);
  const double kept = static_cast<double>(k);
  const double dropped = static_cast<double>(n_ - k);
  const double excess = (n * law_.rate - dropped) / (1 + n * contagion_);
  return log_share(kept, 1 - law_.rate, excess) + log_share(dropped, law_.rate, -excess) -
         log_share(n, 1, 0);
}

void LengthLaw::pmf(std::size_t first, std::span<double> out) const {
  if (first > n_ || out.size() > n_ + 1 - first) {
    throw std::invalid_argument("[LengthLaw::pmf] expected lengths of at most " +
                                std::to_string(n_) + ", got " + std::to_string(out.size()) +
                                " lengths from " + std::to_string(first));
  }
  const double n = static_cast<double>(n_);
  const double p = law_.rate;
  const double c = contagion_;
  // P(n' = k + 1) / P(n' = k) is up(k) / down(k).
  const auto up = [&](double k) { return (n - k) * (1 - p + k * c); };
  const auto down = [&](double k) { return (k + 1) * (p + (n - k - 1) * c); };
  for (std::size_t begin = 0; begin < out.size(); begin += kBlock) {
    const std::span<double> block = out.subspan(begin, std::min(kBlock, out.size() - begin));
    const double left = log_pmf(first + begin);
    const double right = log_pmf(first + begin + block.size() - 1);
    const double k = static_cast<double>(first + begin);
    const double anchor = std::exp(std::max(left, right));
    // Start from the likelier end, so that an underflow at the other end does not spread zeros.
    if (anchor == 0) {
      std::ranges::fill(block, 0.0);
    } else if (left > right) {
      block.front() = anchor;
      for (std::size_t i = 0; i + 1 < block.size(); ++i) {
        const double at = k + static_cast<double>(i);
        block[i + 1] = block[i] * (up(at) / down(at));
      }
    } else {
      block.back() = anchor;
      for (std::size_t i = block.size() - 1; i > 0; --i) {
        const double at = k + static_cast<double>(i - 1);
        block[i - 1] = block[i] * (down(at) / up(at));
      }
    }
  }
}

std::vector<double> LengthLaw::pmf() const {
  std::vector<double> result(n_ + 1);
  pmf(0, result);
  return result;
}

double total_variation(const LengthLaw& a, const LengthLaw& b) {
  if (a.n() != b.n()) {
    throw std::invalid_argument("[total_variation] expected laws of the same n, got " +
                                std::to_string(a.n()) + " and " + std::to_string(b.n()));
  }
  std::array<double, 16 * kBlock> of_a;
  std::array<double, 16 * kBlock> of_b;
  CompensatedSum sum;
  for (std::size_t first = 0; first <= a.n(); first += of_a.size()) {
    const std::size_t count = std::min(of_a.size(), a.n() + 1 - first);
    a.pmf(first, std::span(of_a).first(count));
    b.pmf(first, std::span(of_b).first(count));
    for (std::size_t i = 0; i < count; ++i) sum.add(std::abs(of_a[i] - of_b[i]));
  }
  return std::min(1.0, sum.value() / 2);
}

}  // namespace spandrop
