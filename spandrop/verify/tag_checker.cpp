#include "spandrop/verify/tag_checker.h"

#include <algorithm>
#include <string>

#include "spandrop/verify/label_lists.h"

namespace spandrop {
namespace {

std::string name_of(const Tag& tag) {
  return tag.role == Tag::kNone ? "no tag" : std::string(1, tag.role).append(tag.type);
}

}  // namespace

TagChecker::TagChecker(const Record& before, const Record& after, const OldTags& old,
                       const OldParts& parts, const VerifyOptions& options)
    : before_(before), after_(after), old_(old), parts_(parts), options_(options) {
  if (after.tags_at) new_tags_ = tags_of(after);
}

std::optional<FieldProblem> TagChecker::problem(const Alignment& alignment,
                                                VerifyCounts* counts) const {
  if (!before_.tags_at) return std::nullopt;
  const std::vector<Range>& entities = old_.entities;
  const PlaceFinder places =
      alignment.places(parts_, leaves_of(options_), [](Range old) { return old.size(); });
  std::vector<bool> removed(entities.size());
  for (std::size_t i = 0; i < entities.size(); ++i) {
    const LabelFate fate = places.of(entities[i]).fate;
    removed[i] = is_removed(fate, true, options_.on_lost);
    const bool is_lost = fate == LabelFate::cut || fate == LabelFate::gone;
    if (is_lost && (options_.on_lost == OnLost::reject || options_.on_lost == OnLost::error)) {
      return FieldProblem{
          before_.tags_name + "[" + std::to_string(entities[i].begin) + "] of the original",
          "expected every entity to survive, got one that did not"};
    }
    if (counts) counts->add_label(fate, removed[i]);
  }
  std::vector<std::size_t> old_tokens;
  for (std::size_t i = 0; i < parts_.list.size(); ++i) {
    for (std::size_t k = 0; k < alignment.search.parts[i].size; ++k) {
      old_tokens.push_back(parts_.list[i].old.begin + k);
    }
  }
  const std::vector<Tag> expected =
      expected_tags(old_.tags, before_.tags.scheme, entities, removed, old_tokens);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (equal(new_tags_[i], expected[i])) continue;
    return FieldProblem{before_.tags_name + "[" + std::to_string(i) + "]",
                        "expected " + name_of(expected[i]) + ", got " +
                            excerpt(after_.raw(after_.tag_places()[i]))};
  }
  return std::nullopt;
}

void TagChecker::add_to(LabelGuide& guide) const {
  for (const Range& entity : old_.entities) {
    guide.add(entity, [this, &entity](const PlaceFinder& places, std::span<const NewPart> placed) {
      return is_right(entity, places, placed);
    });
  }
}

bool TagChecker::is_right(const Range& entity, const PlaceFinder& places,
                          std::span<const NewPart> placed) const {
  const bool removed = is_removed(places.of(entity).fate, true, options_.on_lost);
  std::vector<std::size_t> old_tokens, new_tokens;  // the last first
  for (std::size_t i = placed.size(); i-- > 0;) {
    const std::size_t begin = parts_.list[i].old.begin;
    if (parts_.list[i].old.end <= entity.begin) break;
    for (std::size_t k = placed[i].size; k-- > 0;) {
      if (begin + k < entity.begin || begin + k >= entity.end) continue;
      old_tokens.push_back(begin + k);
      new_tokens.push_back(placed[i].begin + k);
    }
  }
  if (old_tokens.empty()) return true;
  std::ranges::reverse(old_tokens);
  std::ranges::reverse(new_tokens);
  Tag before_it{'O'};
  for (std::size_t i = new_tokens.front(); i-- > 0;) {
    if (new_tags_[i].role == Tag::kNone) continue;
    before_it = new_tags_[i];
    break;
  }
  const std::vector<Tag> expected =
      entity_tags(old_.tags, before_.tags.scheme, entity, removed, old_tokens, before_it);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (!equal(new_tags_[new_tokens[i]], expected[i])) return false;
  }
  return true;
}

}  // namespace spandrop
