#include "spandrop/drop/view.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "spandrop/text/utf8.h"

namespace spandrop {

KeepMask draw_view(const DropOptions& options, const ExampleId& id, std::uint64_t view,
                   std::size_t n, const KeepMask& never_drop,
                   const std::optional<LabelKeeper>& keeps_labels, Summary& summary) {
  const Key key{options.seed, view, id};
  if (!keeps_labels) return draw(key, n, options.draw, &never_drop);
  Accepted accepted = draw_until(key, n, options.draw, &never_drop, std::cref(*keeps_labels));
  summary.draws_rejected += accepted.tries - accepted.accepted;
  summary.left_whole += !accepted.accepted;
  return std::move(accepted.mask);
}

void count_view(const KeepMask& keep, bool is_empty, Summary& summary) {
  ++summary.written;
  summary.spans += keep.size();
  summary.spans_dropped += keep.size() - keep.count();
  summary.became_empty += is_empty;
}

View::View(const Spans& spans, const UnitIndex* units, KeepMask keep, const DropOptions& options)
    : spans_(spans), units_(units), options_(options), keep_(std::move(keep)) {
  if (keep_.all()) return;
  elements_.emplace(spans, keep_, options.ablation());
  labels_.emplace(units, *elements_, options);
}

MovedLabel View::move(const Label& label) const {
  return labels_ ? labels_->move(label) : MovedLabel{label.range, Fate::kept};
}

Remap View::take_positions() {
  if (!labels_) return Remap::identity(units_ ? units_->length() : spans_.length());
  return labels_->positions_equal_elements() ? std::move(*elements_) : labels_->positions();
}

void View::append_text(std::string_view text, std::string& out) const {
  if (is_whole()) {
    out += text;
    return;
  }
  for (const Piece& piece : elements_->pieces()) {
    if (piece.kept) {
      out += text.substr(piece.old.begin, piece.old.size());
    } else {
      for (std::size_t i = masks_in(piece, text, options_); i > 0; --i) out += *options_.mask;
    }
  }
}

std::size_t masks_in(const Piece& piece, std::string_view text, const DropOptions& options) {
  switch (options.ablation()) {
    case Ablation::drop:
      return 0;
    case Ablation::mask: {
      const std::string_view part = text.substr(piece.old.begin, piece.old.size());
      return part.size() - static_cast<std::size_t>(std::ranges::count_if(part, is_continuation));
    }
    case Ablation::mask_spans:
      break;
  }
  return piece.size;
}

}  // namespace spandrop
