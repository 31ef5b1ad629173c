#include "spandrop/verify/tag_rules.h"

#include <charconv>
#include <cstdint>
#include <string_view>

namespace spandrop {
namespace {

bool has_tag(const Tag& tag) { return tag.role != Tag::kNone; }

// Whether a tag belongs to the entity of the last tag before it.
bool goes_on(const Tag& before, const Tag& tag) {
  return tag.continues() && before.is_in_entity() && !before.ends() && before.type == tag.type;
}

}  // namespace

std::vector<Tag> tags_of(const Record& record) {
  std::vector<Tag> tags;
  tags.reserve(record.tag_places().size());
  for (const Place& at : record.tag_places()) {
    const std::string_view raw = record.raw(at);
    if (!record.tags.are_numbers) {
      tags.push_back({raw[1], raw.substr(2, raw.size() - 3)});
      continue;
    }
    std::int64_t number = 0;
    std::from_chars(raw.data(), raw.data() + raw.size(), number);
    tags.push_back(number < 0 ? Tag{} : (*record.tags.names)[static_cast<std::size_t>(number)]);
  }
  return tags;
}

std::vector<Range> tagged_entities(const std::vector<Tag>& tags) {
  std::vector<Range> entities;
  Tag before{'O'};
  for (std::size_t i = 0; i < tags.size(); ++i) {
    const bool is_open = !entities.empty() && entities.back().end == i;
    if (has_tag(tags[i]) ? goes_on(before, tags[i]) : is_open) {
      entities.back().end = i + 1;
    } else if (tags[i].is_in_entity()) {
      entities.push_back({i, i + 1});
    }
    if (has_tag(tags[i])) before = tags[i];
  }
  return entities;
}

bool can_become(const Tag& before, const Tag& after, bool removes_entities) {
  if (equal(before, after)) return true;
  if (!before.is_in_entity()) return false;
  return after.role == 'O' ? removes_entities : after.is_in_entity() && before.type == after.type;
}

std::vector<Tag> entity_tags(const std::vector<Tag>& tags, const TagScheme& scheme, Range entity,
                             bool is_removed, const std::vector<std::size_t>& old_tokens,
                             const Tag& tag_before) {
  std::vector<Tag> expected;
  std::vector<std::size_t> tagged;  // those of `expected` that have a tag
  for (const std::size_t token : old_tokens) {
    if (has_tag(tags[token])) tagged.push_back(expected.size());
    expected.push_back(is_removed && has_tag(tags[token]) ? Tag{'O'} : tags[token]);
  }
  if (is_removed || tagged.empty()) return expected;
  std::size_t tagged_before = 0;  // in the whole entity
  for (std::size_t i = entity.begin; i < entity.end; ++i) tagged_before += has_tag(tags[i]);
  Tag& first = expected[tagged.front()];
  // Right after another entity, its first tag would continue the wrong one.
  const bool would_merge = goes_on(tag_before, first);
  if (!scheme.marks_ends()) {
    if (would_merge || old_tokens[tagged.front()] > entity.begin) first.role = 'B';
  } else if (would_merge || tagged.size() < tagged_before) {
    for (const std::size_t i : tagged) expected[i].role = 'I';
    first.role = 'B';
    expected[tagged.back()].role = tagged.size() == 1 ? scheme.single : scheme.last;
  }
  return expected;
}

std::vector<Tag> expected_tags(const std::vector<Tag>& tags, const TagScheme& scheme,
                               const std::vector<Range>& entities,
                               const std::vector<bool>& is_removed,
                               const std::vector<std::size_t>& old_tokens) {
  std::vector<Tag> expected;
  Tag before{'O'};                  // the last tag so far
  std::vector<std::size_t> inside;  // the tokens of one entity
  std::size_t next = 0;             // token
  const auto add = [&](const Tag& tag) {
    expected.push_back(tag);
    if (has_tag(tag)) before = tag;
  };
  for (std::size_t e = 0; e <= entities.size(); ++e) {
    const std::size_t begin = e < entities.size() ? entities[e].begin : tags.size();
    for (; next < old_tokens.size() && old_tokens[next] < begin; ++next) {
      add(tags[old_tokens[next]]);
    }
    if (e == entities.size()) break;
    inside.clear();
    for (; next < old_tokens.size() && old_tokens[next] < entities[e].end; ++next) {
      inside.push_back(old_tokens[next]);
    }
    if (inside.empty()) continue;
    for (const Tag& tag : entity_tags(tags, scheme, entities[e], is_removed[e], inside, before)) {
      add(tag);
    }
  }
  return expected;
}

}  // namespace spandrop
