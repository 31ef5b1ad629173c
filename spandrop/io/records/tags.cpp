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
    const std::vector<Place>& places = record_.tag_places();
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::string_view raw = record_.raw(places[i]);
      if (i == 0) record_.tags.are_numbers = !is_string(raw);
      if (raw == "\"O\"" && !record_.tags.are_numbers) {  // most often
        record_.tags.roles += 'O';
        continue;
      }
      const Tag tag = is_string(raw) ? named(i, raw) : numbered(i, raw);
      record_.tags.roles += tag.role;
      finder_.add(tag);
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

// The tag of a token.
Tag tag_at(const Record& record, std::size_t i) {
  const char role = record.tags.roles[i];
  if (role == Tag::kNone || role == 'O') return Tag{role};
  const std::string_view raw = record.raw(record.tag_places()[i]);
  if (!record.tags.are_numbers) return Tag{role, raw.substr(2, raw.size() - 3)};
  std::size_t number = 0;
  std::from_chars(raw.data(), raw.data() + raw.size(), number);
  return (*record.tags.names)[number];
}

// A tag as JSON.
std::string written(const RecordTags& tags, const Tag& tag) {
  const std::string name = std::string(1, tag.role).append(tag.type);
  // TagNames has all names that a drop needs.
  return tags.are_numbers ? std::to_string(*tags.names->find(name)) : '"' + name + '"';
}

// The edits of one entity after another.
class TagEditor {
 public:
  TagEditor(const Record& record, const std::vector<bool>& stays, std::vector<Edit>& edits)
      : record_(record), stays_(stays), edits_(edits) {}

  void edit(Range entity, bool is_removed) {
    for (; next_ < entity.begin && before_.is_in_entity(); ++next_) {
      if (stays_[next_] && has_tag(next_)) before_ = Tag{'O'};
    }
    left_.clear();
    bool is_cut = false;
    for (next_ = entity.begin; next_ < entity.end; ++next_) {
      if (!has_tag(next_)) continue;
      if (stays_[next_]) {
        left_.push_back(next_);
      } else {
        is_cut = true;
      }
    }
    if (left_.empty()) return;
    const Tag first = tag_at(record_, left_.front());
    const bool would_merge =
        first.continues() && before_.is_in_entity() && !before_ends_ && before_.type == first.type;
    const bool lost_begin = left_.front() > entity.begin;
    const bool is_changed =
        record_.tags.scheme.marks_ends() ? is_cut || would_merge : lost_begin || would_merge;
    for (const std::size_t i : left_) {
      const char old = record_.tags.roles[i];
      const char role = is_removed ? 'O' : is_changed ? new_role(i, old) : old;
      if (role == old) continue;
      edits_.push_back(
          {record_.tag_places()[i],
           written(record_.tags, {role, role == 'O' ? std::string_view() : first.type})});
    }
    before_ = is_removed ? Tag{'O'} : first;
    before_ends_ = (record_.tags.scheme.marks_ends() && is_cut) ||
                   Tag{record_.tags.roles[left_.back()]}.ends();
  }

 private:
  bool has_tag(std::size_t i) const { return record_.tags.roles[i] != Tag::kNone; }

  // The letter of a token of an entity whose tags change.
  char new_role(std::size_t i, char old) const {
    const TagScheme& scheme = record_.tags.scheme;
    const bool is_first = i == left_.front();
    if (!scheme.marks_ends()) return is_first ? 'B' : old;
    const bool is_last = i == left_.back();
    if (is_first && is_last) return scheme.single;
    return is_first ? 'B' : is_last ? scheme.last : 'I';
  }

  const Record& record_;
  const std::vector<bool>& stays_;
  std::vector<Edit>& edits_;
  std::vector<std::size_t> left_;  // tokens of the entity that stay and have a tag
  std::size_t next_ = 0;
  Tag before_{'O'};           // tells the type of the entity before, if nothing is between
  bool before_ends_ = false;  // its last tag says that it ends
};

}  // namespace

void read_tags(const LineReader& line, const TagNames& names, Record& record) {
  TagReader(line, names, record).read();
}

std::vector<Range> entities_in(const Record& record) {
  std::vector<Range> entities;
  const std::string& roles = record.tags.roles;
  Tag before;  // the last tag in an entity
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i] == 'O') continue;
    const bool is_open = !entities.empty() && entities.back().end == i;
    if (roles[i] == Tag::kNone) {
      if (is_open) entities.back().end = i + 1;
      continue;
    }
    const Tag here = tag_at(record, i);
    const bool goes_on = here.continues() && is_open && !before.ends() && before.type == here.type;
    if (!goes_on) entities.push_back({i, i});
    entities.back().end = i + 1;
    before = here;
  }
  return entities;
}

void edit_tags(const Record& record, const std::vector<Range>& entities,
               const std::vector<bool>& stays, const std::vector<bool>& is_removed,
               std::vector<Edit>& edits) {
  TagEditor editor(record, stays, edits);
  for (std::size_t e = 0; e < entities.size(); ++e) editor.edit(entities[e], is_removed[e]);
}

}  // namespace spandrop
