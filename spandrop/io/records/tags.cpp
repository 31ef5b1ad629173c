#include "spandrop/io/records/tags.h"

#include <cstddef>

namespace spandrop {
namespace {

// A tag without its quotes.
std::string_view tag(const Record& record, std::size_t i) {
  const std::string_view raw = record.raw(record.tags->elements[i]);
  return raw.size() >= 2 && raw.front() == '"' ? raw.substr(1, raw.size() - 2) : std::string_view();
}

bool begins(std::string_view tag) { return tag.starts_with("B-"); }
bool continues(std::string_view tag) { return tag.starts_with("I-"); }
// PER for B-PER and I-PER; empty for other tags.
std::string_view type(std::string_view tag) {
  return begins(tag) || continues(tag) ? tag.substr(2) : std::string_view();
}

}  // namespace

std::vector<Range> entities_in(const Record& record) {
  std::vector<Range> entities;
  if (!record.tags) return entities;
  for (std::size_t i = 0; i < record.tags->elements.size(); ++i) {
    const std::string_view here = tag(record, i);
    if (!begins(here) && !continues(here)) continue;
    const bool goes_on = continues(here) && !entities.empty() && entities.back().end == i &&
                         type(tag(record, i - 1)) == type(here);
    if (goes_on) {
      entities.back().end = i + 1;
    } else {
      entities.push_back({i, i + 1});
    }
  }
  return entities;
}

void edit_tags(const Record& record, const std::vector<Range>& entities,
               const std::vector<bool>& stays, const std::vector<bool>& is_removed,
               std::vector<Edit>& edits) {
  const std::vector<Place>& places = record.tags->elements;
  bool after_entity = false;   // the last kept token is in an entity
  std::string_view last_type;  // type of that entity
  std::size_t next = 0;
  for (std::size_t e = 0; e < entities.size(); ++e) {
    const Range entity = entities[e];
    for (; next < entity.begin; ++next) {
      if (stays[next]) after_entity = false;  // a token between entities
    }
    bool first = true;
    for (std::size_t i = entity.begin; i < entity.end; ++i) {
      if (!stays[i]) continue;
      const std::string_view here = tag(record, i);
      if (is_removed[e]) {
        edits.push_back({places[i], "\"O\""});
      } else if (first && continues(here) &&
                 (i > entity.begin || (after_entity && last_type == type(here)))) {
        edits.push_back({places[i], "\"B-" + std::string(type(here)) + "\""});
      }
      first = false;
    }
    if (!first) {
      after_entity = !is_removed[e];
      last_type = type(tag(record, entity.begin));
    }
    next = entity.end;
  }
}

}  // namespace spandrop
