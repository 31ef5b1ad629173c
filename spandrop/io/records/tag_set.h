// The tags of tokens that mark entities: B-PER, I-PER and O, or one of the schemes BIOES and BILOU.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spandrop {

struct Tag {
  static constexpr char kNone = ' ';

  // Its letter: O, B, I, E, S, L or U. kNone: the token has no tag and continues the one before it.
  char role = kNone;
  std::string_view type = {};  // the rest, such as -PER; empty for O and for bare letters

  bool is_in_entity() const { return role != kNone && role != 'O'; }
  // Whether it belongs to the entity of a tag before it, if that has the same type and goes on.
  bool continues() const { return role == 'I' || role == 'E' || role == 'L'; }
  // Whether the entity cannot go on after it.
  bool ends() const { return role == 'E' || role == 'S' || role == 'L' || role == 'U'; }
};

// The letters of a scheme for the last of several tokens and for a single one.
struct TagScheme {
  std::string_view name = "BIO";
  char last = 'I';
  char single = 'B';

  // Whether tags say where an entity ends.
  bool marks_ends() const { return last != 'I'; }
};

// What a tag says; none if it is not a tag of any scheme.
inline std::optional<Tag> tag_of(std::string_view name) {
  const char role = name.empty() ? Tag::kNone : name.front();
  if (name.size() > 1 && name[1] != '-') return std::nullopt;
  switch (role) {
    case 'O':
      return name.size() == 1 ? std::optional(Tag{'O'}) : std::nullopt;
    case 'B':
    case 'I':
    case 'E':
    case 'S':
    case 'L':
    case 'U':
      return Tag{role, name.substr(1)};
    default:
      return std::nullopt;
  }
}

// Finds the scheme of tags that are added one by one.
class SchemeFinder {
 public:
  void add(const Tag& tag) { seen_ |= 1u << (static_cast<unsigned char>(tag.role) & 31u); }
  // None if the tags belong to several schemes or to one that is not supported.
  std::optional<TagScheme> scheme() const;
  // The schemes that the tags belong to, for a message.
  std::string problem() const;

 private:
  bool has(char role) const {
    return (seen_ >> (static_cast<unsigned char>(role) & 31u) & 1u) != 0;
  }

  unsigned seen_ = 0;  // one bit per letter
};

// The names of tags that are numbers. May be empty.
class TagNames {
 public:
  // Throws std::invalid_argument if the names are not tags of one scheme, or if one is missing that
  // an entity needs when it is cut or removed.
  explicit TagNames(std::vector<std::string> names);

  bool empty() const { return names_.empty(); }
  std::size_t size() const { return names_.size(); }
  const Tag& operator[](std::size_t number) const { return tags_[number]; }
  const TagScheme& scheme() const { return scheme_; }
  // The number of a name, if it is known.
  std::optional<std::size_t> find(std::string_view name) const;

 private:
  std::vector<std::string> names_;
  std::vector<Tag> tags_;  // of the names
  TagScheme scheme_;
};

}  // namespace spandrop
