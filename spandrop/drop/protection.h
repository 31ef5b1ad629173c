// Which spans a draw must keep so that labels survive.
#pragma once

#include <cstddef>
#include <vector>

#include "spandrop/core/keep_mask.h"
#include "spandrop/core/remap.h"
#include "spandrop/core/spans.h"
#include "spandrop/drop/drop_options.h"

namespace spandrop {

// The spans that are never dropped: those that touch a range of `never_drop` or, if the options say
// so, a label.
KeepMask protected_spans(const Spans& spans, const std::vector<Range>& never_drop,
                         const std::vector<Range>& labels, Protect protect);

// The same for n spans, with the protected ones given by number.
KeepMask protected_spans(std::size_t n, const std::vector<std::size_t>& never_drop,
                         const std::vector<std::size_t>& labels, Protect protect);

// Whether a draw loses none of the labels.
class LabelKeeper {
 public:
  // `spans` must outlive this.
  LabelKeeper(const Spans& spans, const std::vector<Range>& labels, Ablation ablation);

  bool operator()(const KeepMask& mask) const;

 private:
  const Spans& spans_;
  Ablation ablation_;
  KeepMask touched_;          // the spans that hold elements of labels
  std::vector<Range> empty_;  // labels without elements
};

}  // namespace spandrop
