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

// Maximum number of tries of a noise-free draw; the counters have no room for more.
inline constexpr std::uint32_t kMostTries = 1u << 24;

struct DrawOptions {
  // How likely spans are to be dropped.
  Law law;
  // Minimum number of spans to keep (all, if there are fewer). The closed forms assume 0.
  std::size_t min_keep = 0;
  // Maximum number of tries of a noise-free draw, up to kMostTries.
  std::uint32_t max_tries = 100;
};

// Draws which of n spans are kept. Spans whose bit is set in `never_drop` are always kept; it does
// not affect the draw of the others.
KeepMask draw(const Key& key, std::size_t n, const DrawOptions& options = {},
              const KeepMask* never_drop = nullptr);

// Same, but reuses the memory of `mask`.
void draw_into(KeepMask& mask, const Key& key, std::size_t n, const DrawOptions& options = {},
               const KeepMask* never_drop = nullptr);

// Same draw, from values that depend only on the key and the law: the random stream and pi
// (beta.h). Lets a batch compute them for many examples at once.
struct PreparedDraw {
  Stream stream;
  double drop_probability;
};
void draw_into(KeepMask& mask, const PreparedDraw& prepared, std::size_t n,
               const DrawOptions& options = {}, const KeepMask* never_drop = nullptr);

// Draws each span independently with its own rate. The law's gamma must be infinite.
KeepMask draw_with_rates(const Key& key, std::span<const double> rates, const DrawOptions& options,
                         const KeepMask* never_drop = nullptr);

// A noise-free draw.
struct Accepted {
  KeepMask mask;
  std::uint32_t tries = 0;  // number of draws made
  bool accepted = true;     // false: every try was rejected, and the mask keeps all spans
};

// Draws until `accept` returns true. After max_tries rejected draws, keeps every span.
Accepted draw_until(const Key& key, std::size_t n, const DrawOptions& options,
                    const KeepMask* never_drop, const std::function<bool(const KeepMask&)>& accept);

}  // namespace spandrop
