// BIO tags of tokens, such as B-PER I-PER O: finds the entities and keeps the tags valid.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/io/records/record.h"

namespace spandrop {

// The entities that the tags describe. A B- begins one, and so does an I- that does not continue
// one of its own type.
std::vector<Range> entities_in(const Record& record);

// Adds the edits that keep the tags valid. stays[i]: token i is in the output, masked or not. The
// remaining tokens of an entity that is_removed are tagged O; those of any other begin with B-.
void edit_tags(const Record& record, const std::vector<Range>& entities,
               const std::vector<bool>& stays, const std::vector<bool>& is_removed,
               std::vector<Edit>& edits);

}  // namespace spandrop
