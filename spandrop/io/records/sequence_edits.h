// The edits that shorten or mask the sequence of a record and its parallel arrays.
#pragma once

#include <vector>

#include "spandrop/core/remap.h"
#include "spandrop/drop/drop_options.h"
#include "spandrop/io/records/record.h"
#include "spandrop/io/records/splice.h"

namespace spandrop {

// Whether the tokens are strings, judged by the first.
bool has_string_tokens(const Record& record);

// Adds the edits for the text or the tokens of a record, and for its parallel arrays. `remap` is in
// elements of the sequence.
void edit_sequence(const Record& record, const Remap& remap, const DropOptions& options,
                   std::vector<Edit>& edits);

}  // namespace spandrop
