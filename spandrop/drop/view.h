// One view of a sequence: what a draw keeps, and the new positions of the labels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "spandrop/core/keep_mask.h"
#include "spandrop/core/key.h"
#include "spandrop/core/remap.h"
#include "spandrop/core/spans.h"
#include "spandrop/drop/drop_options.h"
#include "spandrop/drop/label_map.h"
#include "spandrop/drop/protection.h"
#include "spandrop/drop/summary.h"

namespace spandrop {

// Draws which of n spans a view keeps. With `keeps_labels`, draws again until no label is lost.
KeepMask draw_view(const DropOptions& options, const ExampleId& id, std::uint64_t view,
                   std::size_t n, const KeepMask& never_drop,
                   const std::optional<LabelKeeper>& keeps_labels, Summary& summary);

// Counts a view that is written.
void count_view(const KeepMask& keep, bool is_empty, Summary& summary);

class View {
 public:
  // All arguments except the mask must outlive this. `units` is null for tokens.
  View(const Spans& spans, const UnitIndex* units, KeepMask keep, const DropOptions& options);
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  const KeepMask& keep() const { return keep_; }
  // Whether nothing was dropped.
  bool is_whole() const { return !elements_; }
  // From old elements to new ones, as if each mask were as long as what it replaces. That is wrong
  // for masked texts that are not ASCII: labels() has their new positions. Call only if something
  // was dropped.
  const Remap& elements() const { return *elements_; }
  // Whether nothing is left of a sequence that had something to drop.
  bool is_empty() const { return elements_ && elements_->new_length() == 0; }

  // The new position of a label.
  MovedLabel move(const Label& label) const;
  // Details about the new positions of labels. Call only if something was dropped.
  const LabelMap& labels() const { return *labels_; }
  // From old positions to new ones, in the options' units. Consumes the view.
  Remap take_positions();

  // Appends the new text; `text` is the old one.
  void append_text(std::string_view text, std::string& out) const;

 private:
  const Spans& spans_;
  const UnitIndex* units_;
  const DropOptions& options_;
  KeepMask keep_;
  std::optional<Remap> elements_;
  std::optional<LabelMap> labels_;
};

// The number of masks that replace a piece of a text.
std::size_t masks_in(const Piece& piece, std::string_view text, const DropOptions& options);

}  // namespace spandrop
