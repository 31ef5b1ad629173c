// From a key and a number of spans to a KeepMask. The same key gives the same mask on every
// machine, thread and shard: docs/draw.md is the specification, version 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "spandrop/core/keep_mask.h"
#include "spandrop/core/key.h"
#include "spandrop/core/law.h"
#include "spandrop/core/philox.h"

namespace spandrop {

// Tries of a noise-free draw that counters have room for.
inline constexpr std::uint32_t kMostTries = 1u << 24;

struct DrawOptions {
  // How likely a span is dropped.
  Law law;
  // At least so many spans are kept (all, if there are fewer). The closed forms hold for 0.
  std::size_t min_keep = 0;
  // How often a noise-free draw is tried; at most kMostTries.
  std::uint32_t max_tries = 100;
};

// Draws which of n spans are kept. Spans whose bit is set in `never_drop` are kept in any case; the
// others are drawn as they would be without it.
KeepMask draw(const Key& key, std::size_t n, const DrawOptions& options = {},
              const KeepMask* never_drop = nullptr);

// The same into a mask whose memory is used again.
void draw_into(KeepMask& mask, const Key& key, std::size_t n, const DrawOptions& options = {},
               const KeepMask* never_drop = nullptr);

// The same from what does not hang on the spans: a key's stream, and its pi by beta.h.
struct PreparedDraw {
  Stream stream;
  double drop_probability;
};
void draw_into(KeepMask& mask, const PreparedDraw& prepared, std::size_t n,
               const DrawOptions& options = {}, const KeepMask* never_drop = nullptr);

// Draws with a rate of its own for each span, independently: the law's gamma must be infinite.
KeepMask draw_with_rates(const Key& key, std::span<const double> rates, const DrawOptions& options,
                         const KeepMask* never_drop = nullptr);

// A noise-free draw.
struct Accepted {
  KeepMask mask;
  std::uint32_t tries = 0;  // how many draws were made
  bool accepted = true;     // false: every try was rejected, and the mask keeps all spans
};

// Draws again until `accept` is true, at most max_tries times; then every span is kept.
Accepted draw_until(const Key& key, std::size_t n, const DrawOptions& options,
                    const KeepMask* never_drop, const std::function<bool(const KeepMask&)>& accept);

}  // namespace spandrop
