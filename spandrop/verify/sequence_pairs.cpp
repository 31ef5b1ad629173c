#include "spandrop/verify/sequence_pairs.h"

#include <algorithm>

#include "spandrop/base/json_writer.h"
#include "spandrop/text/utf8.h"

namespace spandrop {

std::size_t TextPair::mask_size(Range old) const {
  const std::string_view part = before_.substr(old.begin, old.size());
  const auto continuations = std::count_if(part.begin(), part.end(), is_continuation);
  return (part.size() - static_cast<std::size_t>(continuations)) * mask_.size();
}

std::optional<std::size_t> TextPair::mask_at(const OldPart& part, std::size_t now) const {
  if (leaves_ == Leaves::nothing) return 0;
  if (leaves_ == Leaves::mask_per_span) {
    if (!part.gets_mask) return 0;
    if (!after_.substr(now).starts_with(mask_)) return std::nullopt;
    return mask_.size();
  }
  const std::size_t size = mask_size(part.old);
  if (size > after_.size() - now) return std::nullopt;
  for (std::size_t i = now; i < now + size; i += mask_.size()) {
    if (after_.substr(i, mask_.size()) != mask_) return std::nullopt;
  }
  return size;
}

TokenPair::TokenPair(const Record& before, const Record& after, Leaves leaves,
                     std::string_view mask, bool removes_entities, JsonComparer& comparer)
    : before_(before),
      after_(after),
      leaves_(leaves),
      removes_entities_(removes_entities),
      comparer_(comparer) {
  const std::vector<Place>& tokens = before.tokens.elements;
  const bool are_strings = !tokens.empty() && before.line[tokens.front().begin] == '"';
  if (before.tags_at && after.tags_at) {
    old_tags_ = tags_of(before);
    new_tags_ = tags_of(after);
  }
  mask_ = are_strings ? json_string(mask) : std::string(mask);
  for (const auto& [name, array] : before.parallel) {
    for (const auto& [new_name, new_array] : after.parallel) {
      if (name == new_name) arrays_.push_back({&array, &new_array, name == before.tags_name});
    }
  }
}

bool TokenPair::equal_in_parallel(std::size_t old, std::size_t now) const {
  for (const ArrayPair& array : arrays_) {
    const std::string_view was = before_.raw(array.before->elements[old]);
    const std::string_view is = after_.raw(array.after->elements[now]);
    if (was == is) continue;
    const bool is_right = array.is_tags
                              ? can_become(old_tags_[old], new_tags_[now], removes_entities_)
                              : comparer_.equal(was, is);
    if (!is_right) return false;
  }
  return true;
}

bool TokenPair::is_kept_at(Range old, std::size_t now) const {
  for (std::size_t i = 0; i < old.size(); ++i) {
    const std::string_view was = before_.raw(before_.tokens.elements[old.begin + i]);
    const std::string_view is = after_.raw(after_.tokens.elements[now + i]);
    if (was != is && !comparer_.equal(was, is)) return false;
    if (!equal_in_parallel(old.begin + i, now + i)) return false;
  }
  return true;
}

bool TokenPair::is_mask(std::size_t now) const {
  const std::string_view is = after_.raw(after_.tokens.elements[now]);
  return is == mask_ || comparer_.equal(is, mask_);
}

std::optional<std::size_t> TokenPair::mask_at(const OldPart& part, std::size_t now) const {
  if (leaves_ == Leaves::nothing) return 0;
  if (leaves_ == Leaves::mask_per_span && !part.gets_mask) return 0;
  const std::size_t size = leaves_ == Leaves::mask_per_span ? 1 : part.old.size();
  if (size > new_size() - now) return std::nullopt;
  for (std::size_t i = 0; i < size; ++i) {
    if (!is_mask(now + i) || !equal_in_parallel(part.old.begin + i, now + i)) return std::nullopt;
  }
  return size;
}

}  // namespace spandrop
