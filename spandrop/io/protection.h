// Which spans a draw must keep, so that the labels of a record still fit.
#pragma once

#include <vector>

#include "spandrop/core/keep_mask.h"
#include "spandrop/core/remap.h"
#include "spandrop/core/spans.h"
#include "spandrop/io/drop_options.h"

namespace spandrop {

// The spans that are never dropped, by the ranges of elements that a record protects and those of
// its labels.
KeepMask protected_spans(const Spans& spans, const std::vector<Range>& never_drop,
                         const std::vector<Range>& labels, Protect protect);

// Tells whether a draw loses none of the labels.
class LabelKeeper {
 public:
  // `spans` must outlive this.
  LabelKeeper(const Spans& spans, const std::vector<Range>& labels, Ablation ablation);

  bool operator()(const KeepMask& mask) const;

 private:
  const Spans& spans_;
  Ablation ablation_;
  KeepMask touched_;          // the spans that hold elements of labels
  std::vector<Range> empty_;  // labels that hold none
};

}  // namespace spandrop
