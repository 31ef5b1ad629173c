// A guide for searches: where labels end, and a check of each.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "spandrop/verify/alignment.h"
#include "spandrop/verify/label_place.h"
#include "spandrop/verify/old_parts.h"

namespace spandrop {

class LabelGuide : public SearchGuide {
 public:
  using MakePlaces = std::function<PlaceFinder(std::span<const NewPart>)>;

  // make_places(placed) finds labels in the parts placed so far; accepts(places) says whether
  // everything is right in the end.
  LabelGuide(const OldParts& parts, MakePlaces make_places,
             std::function<bool(std::span<const NewPart>)> accepts);

  // Adds something that can be checked once the parts up to the end of a range are placed.
  void add(Range range, std::function<bool(const PlaceFinder&, std::span<const NewPart>)> is_right);

  bool is_right(std::span<const NewPart> placed) const override;
  bool is_between_labels(std::size_t parts) const override { return !is_inside_[parts]; }
  bool accepts(std::span<const NewPart> placed) const override { return accepts_(placed); }

 private:
  const OldParts& parts_;
  MakePlaces make_places_;
  std::function<bool(std::span<const NewPart>)> accepts_;
  std::vector<bool> is_inside_;  // a range begins before this part and ends in it or later
  // The checks of the ranges that end in each part.
  std::vector<std::vector<std::function<bool(const PlaceFinder&, std::span<const NewPart>)>>>
      checks_;
};

}  // namespace spandrop
