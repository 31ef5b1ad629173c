#include "spandrop/core/draw.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "spandrop/core/beta.h"
#include "spandrop/core/keep_bits.h"
#include "spandrop/core/philox.h"

namespace spandrop {
namespace {

void check(std::size_t n, const DrawOptions& options, const KeepMask* never_drop,
           const char* function) {
  check(options.law);
  const auto refuse = [&](const std::string& what) {
    throw std::invalid_argument("[" + std::string(function) + "] expected " + what);
  };
  if (n > std::numeric_limits<std::uint32_t>::max()) {
    refuse("fewer than 2^32 spans, got " + std::to_string(n));
  }
  if (options.max_tries < 1 || options.max_tries > kMostTries) {
    refuse("1 to 2^24 tries, got " + std::to_string(options.max_tries));
  }
  if (never_drop && never_drop->size() != n) {
    refuse("a bit for each of the " + std::to_string(n) + " spans, got " +
           std::to_string(never_drop->size()));
  }
}

void keep_also(KeepMask& mask, const KeepMask* never_drop) {
  if (!never_drop) return;
  for (std::size_t i = 0; i < mask.words().size(); ++i) mask.words()[i] |= never_drop->words()[i];
}

// Restores the dropped spans with the largest random bits until `min_keep` are kept, as a lower
// drop probability would have done.
void keep_at_least(KeepMask& mask, const Stream& stream, std::uint32_t attempt,
                   std::size_t min_keep) {
  if (min_keep == 0) return;
  const std::size_t kept = mask.count(), wanted = std::min(min_keep, mask.size());
  if (kept >= wanted) return;
  std::vector<std::pair<std::uint64_t, std::size_t>> dropped;
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (!mask[i]) dropped.emplace_back(~span_bits(stream, attempt, i), i);
  }
  const auto middle = dropped.begin() + static_cast<std::ptrdiff_t>(wanted - kept);
  std::nth_element(dropped.begin(), middle, dropped.end());
  for (auto it = dropped.begin(); it != middle; ++it) mask.keep(it->second);
}

void draw_once(KeepMask& mask, const PreparedDraw& prepared, std::uint32_t attempt, std::size_t n,
               const DrawOptions& options, const KeepMask* never_drop) {
  const auto& [stream, probability] = prepared;
  mask.reset(n, false);
  keep_bits(stream, attempt, Threshold::of(probability), n, mask.words().data());
  keep_also(mask, never_drop);
  keep_at_least(mask, stream, attempt, options.min_keep);
}

}  // namespace

void draw_into(KeepMask& mask, const PreparedDraw& prepared, std::size_t n,
               const DrawOptions& options, const KeepMask* never_drop) {
  check(n, options, never_drop, "draw");
  draw_once(mask, prepared, 0, n, options, never_drop);
}

void draw_into(KeepMask& mask, const Key& key, std::size_t n, const DrawOptions& options,
               const KeepMask* never_drop) {
  check(options.law);
  const Stream stream = stream_of(key);
  draw_into(mask, {stream, drop_probability(stream, options.law, 0)}, n, options, never_drop);
}

KeepMask draw(const Key& key, std::size_t n, const DrawOptions& options,
              const KeepMask* never_drop) {
  KeepMask mask;
  draw_into(mask, key, n, options, never_drop);
  return mask;
}

KeepMask draw_with_rates(const Key& key, std::span<const double> rates, const DrawOptions& options,
                         const KeepMask* never_drop) {
  check(rates.size(), options, never_drop, "draw_with_rates");
  if (!std::isinf(options.law.gamma)) {
    throw std::invalid_argument("[draw_with_rates] expected an infinite gamma, got " +
                                std::to_string(options.law.gamma) +
                                ": one Beta variate cannot have several means");
  }
  const Stream stream = stream_of(key);
  KeepMask mask(rates.size());
  for (std::size_t i = 0; i < rates.size(); ++i) {
    check(Law{rates[i], options.law.gamma});
    const Threshold threshold = Threshold::of(rates[i]);
    if (!threshold.always && span_bits(stream, 0, i) >= threshold.value) mask.keep(i);
  }
  keep_also(mask, never_drop);
  keep_at_least(mask, stream, 0, options.min_keep);
  return mask;
}

Accepted draw_until(const Key& key, std::size_t n, const DrawOptions& options,
                    const KeepMask* never_drop,
                    const std::function<bool(const KeepMask&)>& accept) {
  check(n, options, never_drop, "draw_until");
  const Stream stream = stream_of(key);
  Accepted result;
  while (result.tries < options.max_tries) {
    const double probability = drop_probability(stream, options.law, result.tries);
    draw_once(result.mask, {stream, probability}, result.tries++, n, options, never_drop);
    if (accept(result.mask)) return result;
  }
  result.mask.reset(n, true);
  result.accepted = false;
  return result;
}

}  // namespace spandrop
