#include "spandrop/verify/sequence_check.h"

#include <algorithm>

#include "spandrop/base/json_writer.h"
#include "spandrop/io/records/line_reader.h"
#include "spandrop/text/utf8.h"
#include "spandrop/verify/sequence_pairs.h"

namespace spandrop {
namespace {

// Whether the sequence could be explained if nothing was protected.
bool is_protection_the_problem(const OldParts& parts, const SequencePair& pair) {
  OldParts free = parts;
  bool any = false;
  for (OldPart& part : free.list) any = std::exchange(part.is_protected, false) || any;
  return any && find_alignment(free, pair).search.found;
}

std::string span_rule(const VerifyOptions& options, bool is_text) {
  if (options.any_spans) return "any";
  if (options.spans.kind() != SpanRule::Kind::automatic) return options.spans.written();
  return is_text ? "sentence" : "every:1";
}

std::string what_was_tried(const VerifyOptions& options, bool is_text) {
  std::string text = "expected the original with ";
  text += options.any_spans ? "parts" : "whole spans";
  text += options.mask ? " masked" : " removed";
  text += " (--spans " + span_rule(options, is_text);
  if (options.mask) text += " --mask " + *options.mask;
  return text + ")";
}

constexpr const char* kProtected =
    "; with dropped protected spans, it would match (use --protect none if that is right)";
constexpr const char* kGaveUp = "; the search was given up, because there are too many ways";

}  // namespace

Leaves leaves_of(const VerifyOptions& options) {
  if (!options.mask) return Leaves::nothing;
  return options.mask_spans ? Leaves::mask_per_span : Leaves::mask_per_element;
}

Alignment find_alignment(const OldParts& parts, const SequencePair& pair, std::vector<Pin> pins,
                         const SearchGuide* guide) {
  return {align(parts.list, pair, pins, guide)};
}

Alignment find_best(const OldParts& parts, const SequencePair& pair, Leaves leaves,
                    const LabelHints& hints) {
  const Pin end{parts.length, pair.new_size()};
  const auto pinned = [&](std::vector<Pin> pins) {
    if (leaves == Leaves::nothing) {
      pins.push_back(end);
    } else {
      pins.clear();
    }
    return pins;
  };
  const std::vector<Pin> sure = pinned(*hints.pins(0));
  Alignment first = find_alignment(parts, pair, sure);
  if (first.search.found && hints.is_right(first)) return first;
  Alignment plain = first.search.found ? first : find_alignment(parts, pair, pinned({}));
  if (!plain.search.found) return plain;
  const std::unique_ptr<SearchGuide> guide = hints.guide();
  Alignment guided = find_alignment(parts, pair, sure, guide.get());
  if (guided.search.found) return guided;
  if (leaves != Leaves::nothing) return plain;
  for (std::size_t attempt = 1;; ++attempt) {
    std::optional<std::vector<Pin>> likely = hints.pins(attempt);
    if (!likely) return plain;
    guided = find_alignment(parts, pair, pinned(std::move(*likely)), guide.get());
    if (guided.search.found) return guided;
  }
}

std::string text_problem(const OldParts& parts, const SequencePair& pair, std::string_view before,
                         std::string_view after, const Alignment& failed,
                         const VerifyOptions& options) {
  const std::string_view explained = after.substr(0, failed.search.explained);
  const auto position =
      explained.size() -
      static_cast<std::size_t>(std::count_if(explained.begin(), explained.end(), is_continuation));
  std::string text = what_was_tried(options, true) + ", got " +
                     json_string(excerpt(after.substr(failed.search.explained))) +
                     " at character " + std::to_string(position) + ", which does not continue it";
  if (failed.search.gave_up) return text + kGaveUp;
  if (is_protection_the_problem(parts, pair)) return text + kProtected;
  if (options.any_spans || options.mask) return text;
  const TextPair any_pair(before, after, Leaves::nothing, "");
  const bool is_part =
      find_alignment(parts_of_code_points(before), any_pair, {{before.size(), after.size()}})
          .search.found;
  return text + (is_part ? "; only parts of spans are missing (use --spans any if that is right)"
                         : "; it is not a part of the original");
}

std::string token_problem(const OldParts& parts, const SequencePair& pair, const Record& after,
                          const Alignment& failed, const VerifyOptions& options) {
  const std::size_t at = failed.search.explained;
  std::string text = what_was_tried(options, false) + ", got ";
  text += at < after.tokens.elements.size() ? excerpt(after.raw(after.tokens.elements[at]))
                                            : std::string("the end");
  text += " at token " + std::to_string(at) + ", which does not continue it";
  if (!after.parallel.empty()) text += " (with its values in parallel arrays)";
  if (failed.search.gave_up) return text + kGaveUp;
  return text + (is_protection_the_problem(parts, pair) ? kProtected : "");
}

void count_drops(const OldParts& parts, const Alignment& alignment, std::size_t new_size,
                 VerifyCounts& counts) {
  std::size_t dropped = 0;
  for (std::size_t i = 0; i < parts.list.size(); ++i) {
    if (alignment.search.parts[i].kept) continue;
    dropped += parts.list[i].old.size();
    if (parts.spans > 0) counts.spans_dropped += parts.list[i].gets_mask;
  }
  counts.elements += parts.length;
  counts.elements_dropped += dropped;
  counts.spans += parts.spans;
  counts.unchanged += dropped == 0;
  counts.became_empty += new_size == 0;
}

std::string excerpt(std::string_view text) { return shortened(text); }

}  // namespace spandrop
