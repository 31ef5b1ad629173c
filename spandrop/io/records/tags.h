// The tags of a record: reads them, finds the entities, and keeps the tags valid after a drop.
#pragma once

#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/io/records/line_reader.h"
#include "spandrop/io/records/record.h"

namespace spandrop {

// Reads the tags at their places in the record; throws BadValue for a tag that cannot be read. Tags
// are compared as written, without resolving escapes.
void read_tags(const LineReader& line, const TagNames& names, Record& record);

// The entities that the tags describe. B, S and U begin one, and so does any other letter that does
// not continue one of its own type.
std::vector<Range> entities_in(const Record& record);

// Adds the edits that keep the tags valid. stays[i]: token i is in the output, masked or not. The
// remaining tokens of an entity that is_removed are tagged O; those of one that was cut are tagged
// like a whole entity.
void edit_tags(const Record& record, const std::vector<Range>& entities,
               const std::vector<bool>& stays, const std::vector<bool>& is_removed,
               std::vector<Edit>& edits);

}  // namespace spandrop
