#include "spandrop/io/draw_view.h"

#include <functional>
#include <utility>

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

void count_view(const KeepMask& mask, Summary& summary) {
  ++summary.written;
  summary.spans += mask.size();
  summary.spans_dropped += mask.size() - mask.count();
}

}  // namespace spandrop
