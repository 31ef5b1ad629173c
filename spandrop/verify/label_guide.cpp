#include "spandrop/verify/label_guide.h"

#include <algorithm>

namespace spandrop {

LabelGuide::LabelGuide(const OldParts& parts, MakePlaces make_places,
                       std::function<bool(std::span<const NewPart>)> accepts)
    : parts_(parts),
      make_places_(std::move(make_places)),
      accepts_(std::move(accepts)),
      is_inside_(parts.list.size() + 1),
      checks_(parts.list.size()) {}

void LabelGuide::add(Range range,
                     std::function<bool(const PlaceFinder&, std::span<const NewPart>)> is_right) {
  const auto part_at = [&](std::size_t position) {
    const auto found =
        std::partition_point(parts_.list.begin(), parts_.list.end(),
                             [&](const OldPart& part) { return part.old.end <= position; });
    return static_cast<std::size_t>(found - parts_.list.begin());
  };
  const std::size_t first = part_at(range.begin);
  const std::size_t last = range.empty() ? first : part_at(range.end - 1);
  if (last >= checks_.size()) return;  // an empty range at the end
  // The part before an empty range matters too.
  for (std::size_t i = range.empty() ? first : first + 1; i <= last; ++i) is_inside_[i] = true;
  checks_[last].push_back(std::move(is_right));
}

bool LabelGuide::is_right(std::span<const NewPart> placed) const {
  const auto& checks = checks_[placed.size() - 1];
  if (checks.empty()) return true;
  const PlaceFinder places = make_places_(placed);
  return std::all_of(checks.begin(), checks.end(),
                     [&](const auto& check) { return check(places, placed); });
}

}  // namespace spandrop
