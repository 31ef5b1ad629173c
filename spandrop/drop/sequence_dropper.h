// The main job: takes a sequence, its labels, the options and a key, and draws the view that
// remains. JSON Lines, official files, examples in memory and batches are readers and writers
// around it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "spandrop/core/key.h"
#include "spandrop/core/range.h"
#include "spandrop/core/spans.h"
#include "spandrop/drop/drop_options.h"
#include "spandrop/drop/protection.h"
#include "spandrop/drop/summary.h"
#include "spandrop/drop/view.h"
#include "spandrop/text/cached_text.h"

namespace spandrop {

// What a draw depends on. All ranges are in elements.
struct Sequence {
  CachedText* text = nullptr;  // the sequence: the text last read into this,
  std::size_t length = 0;      // or this many tokens
  ExampleId id;
  std::string_view question;                // for adaptive spans
  std::vector<Range> labels;                // those that Protect and OnLost apply to
  std::vector<Range> never_drop;            // ranges that the example protects
  std::optional<std::vector<Range>> spans;  // for SpanRule::Kind::field
  // The group of each token; spans with tokens of the same group become one span. Empty: no groups.
  std::vector<std::uint32_t> groups;
};

// Drops spans from one sequence after another, with any number of views each. Not thread-safe.
class SequenceDropper {
 public:
  // Throws std::invalid_argument if the options contradict each other.
  explicit SequenceDropper(DropOptions options);
  SequenceDropper(const SequenceDropper&) = delete;
  SequenceDropper& operator=(const SequenceDropper&) = delete;

  const DropOptions& options() const { return options_; }

  // Cuts a sequence into spans, and finds those that must stay. Its text must outlive the calls
  // below. The error says what is wrong with the sequence or its spans.
  struct Problem {
    bool is_in_spans = false;  // in the sequence's own spans
    std::string reason;
  };
  tl::expected<void, Problem> prepare(const Sequence& sequence);

  // Draws a view of the sequence; valid until the next call. Counts only rejected draws, because a
  // drawn view may not be written.
  View& draw(std::uint64_t view, Summary& summary);

 private:
  void cut(const Sequence& sequence);

  DropOptions options_;
  std::optional<std::string> text_mask_problem_;
  ExampleId id_;
  const UnitIndex* units_ = nullptr;
  const Spans* spans_ = nullptr;
  Spans own_spans_;  // spans that the CachedText does not cache
  KeepMask never_drop_;
  std::optional<LabelKeeper> keeps_labels_;
  std::optional<View> view_;
};

}  // namespace spandrop
