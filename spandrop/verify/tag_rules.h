// What the tags of tokens must be after a drop (docs/drop.md#labels).
#pragma once

#include <cstddef>
#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/io/records/record.h"
#include "spandrop/io/records/tag_set.h"

namespace spandrop {

// The tags of a record, by name even if they are numbers.
std::vector<Tag> tags_of(const Record& record);

// Whether two tags are the same.
inline bool equal(const Tag& one, const Tag& other) {
  return one.role == other.role && one.type == other.type;
}

// The entities: B, S and U begin one, and so does any other letter that continues none of its type.
// Tokens without a tag continue what is before them.
std::vector<Range> tagged_entities(const std::vector<Tag>& tags);

// Whether a drop can turn one tag into the other: the letter of an entity can change and, if
// entities that are cut are removed, any tag of an entity can become O.
bool can_become(const Tag& before, const Tag& after, bool removes_entities);

// The tags of what is left of one entity: its old tokens that have a place in the new sequence, at
// least one, and the last tag before them.
std::vector<Tag> entity_tags(const std::vector<Tag>& tags, const TagScheme& scheme, Range entity,
                             bool is_removed, const std::vector<std::size_t>& old_tokens,
                             const Tag& tag_before);

// The tags after a drop. `old_tokens` are the old tokens that have a place in the new sequence, in
// order; is_removed[e]: the rest of entity e is tagged O.
std::vector<Tag> expected_tags(const std::vector<Tag>& tags, const TagScheme& scheme,
                               const std::vector<Range>& entities,
                               const std::vector<bool>& is_removed,
                               const std::vector<std::size_t>& old_tokens);

}  // namespace spandrop
