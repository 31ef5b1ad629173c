#include "spandrop/io/records/tag_set.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "spandrop/base/message_text.h"

namespace spandrop {
namespace {

[[noreturn]] void refuse(const std::string& expected) {
  throw std::invalid_argument("[tag_names] expected " + expected);
}

}  // namespace

std::optional<TagScheme> SchemeFinder::scheme() const {
  const bool bioes = has('E') || has('S'), bilou = has('L') || has('U');
  if (bioes && bilou) return std::nullopt;
  const bool can_begin = has('B') || has('S') || has('U');
  if ((bioes || bilou) && !can_begin) return std::nullopt;  // IOE
  if (bioes) return TagScheme{"BIOES", 'E', 'S'};
  if (bilou) return TagScheme{"BILOU", 'L', 'U'};
  return TagScheme{};
}

std::string SchemeFinder::problem() const {
  std::string seen;
  for (const char role : std::string_view("BIESLU")) {
    if (has(role)) seen += (seen.empty() ? "" : ", ") + std::string(1, role) + "-";
  }
  return "expected tags of one scheme, BIO, BIOES or BILOU, got " + seen;
}

TagNames::TagNames(std::vector<std::string> names) : names_(std::move(names)) {
  if (names_.empty()) return;
  SchemeFinder finder;
  for (const std::string& name : names_) {
    const std::optional<Tag> tag = tag_of(name);
    if (!tag) refuse("O or tags such as B-PER and I-PER, got " + shortened(name));
    if (std::ranges::count(names_, name) > 1) refuse("each tag once, got " + name + " twice");
    tags_.push_back(*tag);
    finder.add(*tag);
  }
  if (!finder.scheme()) throw std::invalid_argument("[tag_names] " + finder.problem());
  scheme_ = *finder.scheme();
  const auto require = [&](char role, const Tag& tag) {
    const std::string needed = std::string(1, role).append(tag.type);
    if (find(needed)) return;
    refuse("a tag " + needed + (tag.role == 'O' ? "" : " because there is a tag ") +
           (tag.role == 'O' ? "" : std::string(1, tag.role).append(tag.type)) + ", got none");
  };
  require('O', Tag{'O'});
  for (const Tag& tag : tags_) {
    if (!tag.is_in_entity()) continue;
    require(scheme_.single, tag);  // one token may be left
    if (tag.role == scheme_.single) continue;
    require('B', tag);
    if (scheme_.marks_ends()) require(scheme_.last, tag);
  }
}

std::optional<std::size_t> TagNames::find(std::string_view name) const {
  const auto found = std::ranges::find(names_, name);
  if (found == names_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names_.begin());
}

}  // namespace spandrop
