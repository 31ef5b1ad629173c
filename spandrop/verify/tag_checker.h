// Compares the tags of one view with those of its original.
#pragma once

#include <optional>
#include <vector>

#include "spandrop/verify/label_guide.h"
#include "spandrop/verify/old_parts.h"
#include "spandrop/verify/report.h"
#include "spandrop/verify/sequence_check.h"
#include "spandrop/verify/tag_rules.h"
#include "spandrop/verify/verify_options.h"

namespace spandrop {

// The tags of an original.
struct OldTags {
  std::vector<Tag> tags;
  std::vector<Range> entities;
};

class TagChecker {
 public:
  // Everything must outlive this. Records without tags are always right.
  TagChecker(const Record& before, const Record& after, const OldTags& old, const OldParts& parts,
             const VerifyOptions& options);

  // What is wrong under this alignment; counts the entities if nothing is.
  std::optional<FieldProblem> problem(const Alignment& alignment, VerifyCounts* counts) const;
  // Adds a check of the tags of each entity to a guide.
  void add_to(LabelGuide& guide) const;

 private:
  bool is_right(const Range& entity, const PlaceFinder& places,
                std::span<const NewPart> placed) const;

  const Record& before_;
  const Record& after_;
  const OldTags& old_;
  const OldParts& parts_;
  const VerifyOptions& options_;
  std::vector<Tag> new_tags_;
};

}  // namespace spandrop
