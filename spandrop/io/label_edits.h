// What becomes of the labels of a record, and the edits that say so in the new line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spandrop/core/remap.h"
#include "spandrop/io/drop_options.h"
#include "spandrop/io/record.h"
#include "spandrop/io/splice.h"
#include "spandrop/io/summary.h"

namespace spandrop {

// The labels that a policy is for: annotations, answers and tagged entities, in elements of the
// sequence.
std::vector<Range> labels_of(const Record& record, const std::vector<Range>& entities);

// Adds the edits for all labels and position lists of a record, and counts fates. With
// OnLost::error, the first label that was cut or is gone is returned as the error.
std::optional<RecordError> edit_labels(const Record& record, const std::vector<Range>& entities,
                                       const Remap& remap, const DropOptions& options,
                                       std::vector<Edit>& edits, Summary& summary);

}  // namespace spandrop
