#include "spandrop/io/records/tags.h"

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace spandrop {
namespace {

bool is_string(std::string_view raw) { return raw.starts_with('"'); }

// Reads the tags of one record, one by one.
class TagReader {
 public:
  TagReader(const LineReader& line, const TagNames& names, Record& record)
      : line_(line), names_(names), record_(record) {}

  void read() {
    record_.tags.names = &names_;
    record_.tags.are_numbers = false;
    const std::size_t count = record_.tag_places().size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::string_view raw = record_.raw(record_.tag_places()[i]);
      if (i == 0) record_.tags.are_numbers = !is_string(raw);
      record_.tags.tags.push_back(is_string(raw) ? named(i, raw) : numbered(i, raw));
      finder_.add(record_.tags.tags.back());
    }
    if (const auto scheme = names_.empty() ? finder_.scheme() : names_.scheme()) {
      record_.tags.scheme = *scheme;
    } else {
      throw BadValue({.field = record_.tags_name}, finder_.problem());
    }
  }

 private:
  [[noreturn]] void refuse(std::size_t i, const std::string& expected) const {
    throw BadValue({.field = record_.tags_name, .item = i},
                   "expected " + expected + ", got " + line_.shown(record_.tag_places()[i]));
  }

  Tag named(std::size_t i, std::string_view raw) const {
    if (record_.tags.are_numbers) refuse(i, "a number, like the tags before it");
    const std::string_view name = raw.substr(1, raw.size() - 2);
    if (!names_.empty() && !names_.find(name)) refuse(i, "one of the names in --tag-names");
    const std::optional<Tag> tag = tag_of(name);
    if (tag) return *tag;
    throw BadValue({.field = record_.tags_name, .item = i},
                   "expected a tag such as B-PER, I-PER or O, got " +
                       line_.shown(record_.tag_places()[i]) +
                       "; name other arrays with --parallel");
  }

  Tag numbered(std::size_t i, std::string_view raw) const {
    std::int64_t number = 0;
    const char* const end = raw.data() + raw.size();
    const auto [parsed, error] = std::from_chars(raw.data(), end, number);
    if (error != std::errc() || parsed != end) refuse(i, "a tag such as B-PER, or its number");
    if (!record_.tags.are_numbers) refuse(i, "a string, like the tags before it");
    if (names_.empty()) {
      throw BadValue({.field = record_.tags_name, .item = i},
                     "expected a tag such as B-PER, got the number " + std::string(raw) +
                         "; name the tags in the order of their numbers, as in --tag-names "
                         "O,B-PER,I-PER");
    }
    if (number < 0) return Tag{};  // -100: ignored by the loss
    if (static_cast<std::size_t>(number) < names_.size()) {
      return names_[static_cast<std::size_t>(number)];
    }
    refuse(i, "a number below " + std::to_string(names_.size()) + ", one for each of --tag-names");
  }

  const LineReader& line_;
  const TagNames& names_;
  Record& record_;
  SchemeFinder finder_;
};

// A tag as JSON.
std::string written(const RecordTags& tags, char role, std::string_view type) {
  const std::string name = std::string(1, role).append(type);
  // TagNames has all names that a drop needs.
  return tags.are_numbers ? std::to_string(*tags.names->find(name)) : '"' + name + '"';
}

}  // namespace

void read_tags(const LineReader& line, const TagNames& names, Record& record) {
  TagReader(line, names, record).read();
}

std::vector<Range> entities_in(const Record& record) {
  std::vector<Range> entities;
  Tag before;  // the last tag that was not missing
  for (std::size_t i = 0; i < record.tags.tags.size(); ++i) {
    const Tag& here = record.tags.tags[i];
    const bool is_open = !entities.empty() && entities.back().end == i;
    if (here.role == Tag::kNone) {
      if (is_open) entities.back().end = i + 1;
      continue;
    }
    if (here.is_in_entity()) {
      const bool goes_on =
          here.continues() && is_open && !before.ends() && before.type == here.type;
      if (!goes_on) entities.push_back({i, i});
      entities.back().end = i + 1;
    }
    before = here;
  }
  return entities;
}

void edit_tags(const Record& record, const std::vector<Range>& entities,
               const std::vector<bool>& stays, const std::vector<bool>& is_removed,
               std::vector<Edit>& edits) {
  const RecordTags& tags = record.tags;
  const TagScheme& scheme = tags.scheme;
  std::vector<std::size_t> left;  // tokens of the entity that stay and have a tag
  std::size_t next = 0;
  Tag before{'O'};  // the new tag before the entity
  for (std::size_t e = 0; e < entities.size(); ++e) {
    const Range entity = entities[e];
    for (; next < entity.begin; ++next) {
      if (stays[next] && tags.tags[next].role != Tag::kNone) before = Tag{'O'};
    }
    left.clear();
    bool is_cut = false;
    for (; next < entity.end; ++next) {
      if (tags.tags[next].role == Tag::kNone) continue;
      if (stays[next]) {
        left.push_back(next);
      } else {
        is_cut = true;
      }
    }
    if (left.empty()) continue;
    const Tag first = tags.tags[left.front()];
    const bool would_merge =
        first.continues() && before.is_in_entity() && before.type == first.type;
    for (const std::size_t i : left) {
      const Tag old = tags.tags[i];
      char role = old.role;
      if (is_removed[e]) {
        role = 'O';
      } else if (scheme.marks_ends() && (is_cut || would_merge)) {
        role = left.size() == 1    ? scheme.single
               : i == left.front() ? 'B'
               : i == left.back()  ? scheme.last
                                   : 'I';
      } else if (i == left.front() && old.continues() && (i > entity.begin || would_merge)) {
        role = 'B';
      }
      before = {role, role == 'O' ? std::string_view() : old.type};
      if (role != old.role) {
        edits.push_back({record.tag_places()[i], written(tags, role, before.type)});
      }
    }
  }
}

}  // namespace spandrop
