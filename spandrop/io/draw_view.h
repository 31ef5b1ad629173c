// The draw of one view of a record.
#pragma once

#include <cstdint>
#include <optional>

#include "spandrop/core/keep_mask.h"
#include "spandrop/core/key.h"
#include "spandrop/core/spans.h"
#include "spandrop/io/drop_options.h"
#include "spandrop/io/protection.h"
#include "spandrop/io/summary.h"

namespace spandrop {

// Draws which of n spans a view keeps; with `keeps_labels`, draws again until no label is lost.
KeepMask draw_view(const DropOptions& options, const ExampleId& id, std::uint64_t view,
                   std::size_t n, const KeepMask& never_drop,
                   const std::optional<LabelKeeper>& keeps_labels, Summary& summary);

// Counts a view that is written.
void count_view(const KeepMask& mask, Summary& summary);

}  // namespace spandrop
