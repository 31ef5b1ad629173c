// Tags beside tokens, such as B-PER I-PER O: where the entities are, and how they stay valid.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/io/record.h"

namespace spandrop {

// The entities that the tags of a record mark: a B- begins one, and so does an I- that does not go
// on with one of its own type. No tags: no entities.
std::vector<Range> entities_in(const Record& record);

// Adds the edits that keep the tags valid. stays[i]: token i is in the output, masked or not. Of an
// entity that is_removed, what is left gets the tag O; otherwise what is left begins with B-.
void edit_tags(const Record& record, const std::vector<Range>& entities,
               const std::vector<bool>& stays, const std::vector<bool>& is_removed,
               std::vector<Edit>& edits);

}  // namespace spandrop
