// The main job for a batch of examples in columns, as Arrow stores them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/core/key.h"
#include "spandrop/drop/drop_options.h"
#include "spandrop/drop/label.h"
#include "spandrop/drop/summary.h"

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
  std::span<const std::int64_t> offsets;   // or, for sequences of elements, their offsets
  std::span<const ExampleId> ids;          // one per row
  std::optional<TextColumn> questions;     // for adaptive spans
  std::optional<RangeColumn> annotations;  // in the options' units
  std::optional<RangeColumn> never_drop;
  std::optional<RangeColumn> spans;  // for SpanRule::Kind::field; otherwise only moved
};

// Ranges after a drop, in order.
struct MovedRanges {
  std::vector<std::int64_t> begins, ends;
  std::vector<std::uint8_t> fates;  // Fate as a number

  void add(const std::vector<MovedLabel>& moved);
};

struct DroppedBatch {
  std::string texts;                     // the new texts
  std::vector<std::int64_t> sources;     // or the old positions of the kept elements
  std::vector<std::uint8_t> masked;      // and whether each is masked
  std::vector<std::int64_t> offsets{0};  // of the new texts, or of the new elements
  MovedRanges annotations, never_drop, spans;
  Summary summary;
};

// Drops spans from each row, on several threads; the result does not depend on how many. Throws
// std::invalid_argument if columns are inconsistent or a row is invalid; the message names the row.
DroppedBatch drop_batch(const ExampleBatch& batch, const DropOptions& options, std::uint64_t view,
                        std::size_t threads);

}  // namespace spandrop
