// The edits that move the labels of a record to their new places.
#pragma once

#include <optional>
#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/drop/drop_options.h"
#include "spandrop/drop/summary.h"
#include "spandrop/drop/view.h"
#include "spandrop/io/records/record.h"
#include "spandrop/io/records/splice.h"

namespace spandrop {

// The labels that policies apply to (annotations, answers and tagged entities), in elements.
std::vector<Range> labels_of(const Record& record, const std::vector<Range>& entities);

// Adds the edits for all labels and protected ranges of a record, and counts fates. With
// OnLost::error, returns the first lost label as the error. Call only if the view dropped
// something.
std::optional<RecordError> edit_labels(const Record& record, const std::vector<Range>& entities,
                                       const View& view, const DropOptions& options,
                                       std::vector<Edit>& edits, Summary& summary);

// The raw bytes of the new text of a label.
std::string raw_text(const Record& record, const Label& label, const View& view,
                     const DropOptions& options);

}  // namespace spandrop
