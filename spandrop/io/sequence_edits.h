// The edits that shorten or mask the sequence of a record, and the arrays beside it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spandrop/core/remap.h"
#include "spandrop/io/drop_options.h"
#include "spandrop/io/record.h"
#include "spandrop/io/splice.h"

namespace spandrop {

// Whether the tokens are strings, judged by the first.
bool has_string_tokens(const Record& record);

// Appends what stands in place of a piece of text that is not kept; `escaped` for the inside of a
// JSON string. Nothing without a mask.
void append_mask(std::string& out, const DropOptions& options, const Piece& piece,
                 std::string_view text, bool escaped);

// Adds the edits for the text or the tokens of a record, and for its parallel arrays. `remap` is in
// elements of the sequence.
void edit_sequence(const Record& record, const Remap& remap, const DropOptions& options,
                   std::vector<Edit>& edits);

}  // namespace spandrop
