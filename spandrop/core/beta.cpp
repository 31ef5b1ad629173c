// Built with -ffp-contract=off, like portable_math.cpp.
#include "spandrop/core/beta.h"

#include <algorithm>
#include <cmath>

#include "spandrop/core/portable_math.h"

namespace spandrop {
namespace {

// Uniform numbers in (0, 1) from a stream: 53 bits each, two per block.
class Uniforms {
 public:
  Uniforms(const Stream& stream, std::uint32_t attempt) : stream_(stream), attempt_(attempt) {}

  double next() {
    if (used_ % 2 == 0) block_ = stream_.block(used_ / 2, Purpose::beta, attempt_);
    const std::uint32_t half = used_++ % 2 * 2;
    const std::uint64_t bits = std::uint64_t{block_[half + 1]} << 32 | block_[half];
    return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53;
  }

 private:
  const Stream& stream_;
  std::uint32_t attempt_;
  std::uint32_t used_ = 0;
  Stream::Block block_{};
};

// Marsaglia's polar method; the second number of each pair is not used.
double standard_normal(Uniforms& uniforms) {
  while (true) {
    const double x = 2.0 * uniforms.next() - 1.0;
    const double y = 2.0 * uniforms.next() - 1.0;
    const double square = x * x + y * y;
    if (square < 1.0) return x * std::sqrt(-2.0 * portable_log(square) / square);
  }
}

// ln of a Gamma(shape) variate (Marsaglia and Tsang, 2000). Returns the logarithm because variates
// of small shape underflow a double.
double log_gamma_variate(double shape, Uniforms& uniforms) {
  const double boosted = shape < 1.0 ? shape + 1.0 : shape;
  const double d = boosted - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  double log_variate = 0.0;
  while (true) {
    const double x = standard_normal(uniforms);
    const double root = 1.0 + c * x;
    if (root <= 0.0) continue;
    const double log_v = 3.0 * portable_log(root);
    const double v = root * root * root;
    if (portable_log(uniforms.next()) < 0.5 * x * x + d - d * v + d * log_v) {
      log_variate = portable_log(d) + log_v;
      break;
    }
  }
  return shape < 1.0 ? log_variate + portable_log(uniforms.next()) / shape : log_variate;
}

}  // namespace

bool is_random(const Law& law) {
  return !std::isinf(law.gamma) && law.rate >= 0x1p-64 && law.rate != 1.0;
}

double drop_probability(const Stream& stream, const Law& law, std::uint32_t attempt) {
  if (!is_random(law)) return law.rate;
  // Beyond these limits the result no longer changes in double precision, but could overflow.
  const double alpha = std::clamp(law.gamma, 1e-100, 1e100);
  const double beta = beta_of(alpha, law.rate);
  Uniforms uniforms(stream, attempt);
  if (alpha == 1.0) return -portable_expm1(portable_log(uniforms.next()) / beta);
  const double log_x = log_gamma_variate(alpha, uniforms);
  const double log_y = log_gamma_variate(beta, uniforms);
  return 1.0 / (1.0 + portable_exp(log_y - log_x));
}

}  // namespace spandrop
