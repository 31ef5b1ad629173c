// Explains a new sequence as an old one without some of its spans, and says why if that fails.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spandrop/verify/alignment.h"
#include "spandrop/verify/label_place.h"
#include "spandrop/verify/old_parts.h"
#include "spandrop/verify/report.h"
#include "spandrop/verify/verify_options.h"

namespace spandrop {

Leaves leaves_of(const VerifyOptions& options);

struct Alignment {
  AlignmentSearch search;

  // The new places of labels; everything must outlive the result.
  PlaceFinder places(const OldParts& parts, Leaves leaves,
                     std::function<std::size_t(Range)> mask_size) const {
    return {parts.list, search.parts, leaves, std::move(mask_size)};
  }
};

Alignment find_alignment(const OldParts& parts, const SequencePair& pair,
                         std::vector<Pin> pins = {}, const SearchGuide* guide = nullptr);

// What labels tell a search.
struct LabelHints {
  // Their places, sorted. Attempt 0 has only those that are certain; later attempts add guesses.
  // None after the last attempt.
  std::function<std::optional<std::vector<Pin>>(std::size_t attempt)> pins;
  // Whether all labels are where they should be.
  std::function<bool(const Alignment&)> is_right;
  // The guide for a slower search; made only if needed.
  std::function<std::unique_ptr<SearchGuide>()> guide;
};

// An alignment that also explains the labels, if there is one; otherwise one that explains only the
// sequence, if there is one.
Alignment find_best(const OldParts& parts, const SequencePair& pair, Leaves leaves,
                    const LabelHints& hints);

// Why no alignment was found.
std::string text_problem(const OldParts& parts, const SequencePair& pair, std::string_view before,
                         std::string_view after, const Alignment& failed,
                         const VerifyOptions& options);
std::string token_problem(const OldParts& parts, const SequencePair& pair, const Record& after,
                          const Alignment& failed, const VerifyOptions& options);

// Counts what was dropped.
void count_drops(const OldParts& parts, const Alignment& alignment, std::size_t new_size,
                 VerifyCounts& counts);

// The start of some JSON or text, for a message.
std::string excerpt(std::string_view text);

}  // namespace spandrop
