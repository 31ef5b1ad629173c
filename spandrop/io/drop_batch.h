// The main job for a batch in memory whose columns lie one after another, as Arrow has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/core/key.h"
#include "spandrop/core/remap.h"
#include "spandrop/io/drop_options.h"
#include "spandrop/io/summary.h"

namespace spandrop {

// Text i is bytes[offsets[i]] to bytes[offsets[i + 1] - 1].
struct TextColumn {
  std::string_view bytes;
  std::span<const std::int64_t> offsets;
};

// The ranges of row i are those from offsets[i] to offsets[i + 1] - 1.
struct RangeColumn {
  std::span<const std::int64_t> offsets;
  std::span<const std::int64_t> begins;
  std::span<const std::int64_t> ends;
};

struct ExampleBatch {
  std::optional<TextColumn> texts;         // the sequences
  std::span<const std::int64_t> offsets;   // or those of sequences of elements
  std::span<const ExampleId> ids;          // one a row
  std::optional<TextColumn> questions;     // for adaptive spans
  std::optional<RangeColumn> annotations;  // in the options' units
  std::optional<RangeColumn> protect;      // never dropped
  std::optional<RangeColumn> spans;        // for SpanRule::Kind::field; else only moved
};

// Ranges after a drop, all of them in order.
struct MovedRanges {
  std::vector<std::int64_t> begins, ends;
  std::vector<std::uint8_t> fates;  // as numbers of Fate

  void add(const std::vector<Moved>& moved);
};

struct DroppedBatch {
  std::string texts;                     // what is left of the texts
  std::vector<std::int64_t> sources;     // or the old places of the elements that are left
  std::vector<std::uint8_t> masked;      // and whether each is masked
  std::vector<std::int64_t> offsets{0};  // of the new texts, or of the new elements
  MovedRanges annotations, protect, spans;
  Summary summary;
};

// Drops spans of each row, by several threads; the result does not depend on their number. Throws
// std::invalid_argument with the number of the row where a row is bad, and where columns are.
DroppedBatch drop_batch(const ExampleBatch& batch, const DropOptions& options, std::uint64_t view,
                        std::size_t threads);

}  // namespace spandrop
