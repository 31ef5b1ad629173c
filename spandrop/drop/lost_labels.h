// The policy for labels that a drop cuts or removes.
#pragma once

#include <string>

#include "spandrop/drop/drop_options.h"
#include "spandrop/drop/summary.h"

namespace spandrop {

inline bool is_lost(Fate fate) { return fate == Fate::cut || fate == Fate::gone; }

// Whether the policy removes labels of this fate.
inline bool removes(OnLost policy, Fate fate) { return policy == OnLost::drop && is_lost(fate); }

// The message for OnLost::error if a label is lost; `label` is the name that users know it by.
inline std::string lost_label_problem(const std::string& label, Fate fate) {
  return "expected every " + label + " to survive, got one that was " + name_of(fate);
}

// Counts a label, and whether the policy removes it.
inline void count_label(OnLost policy, Fate fate, Summary& summary) {
  ++summary.fates[static_cast<std::size_t>(fate)];
  summary.annotations_removed += removes(policy, fate);
}

}  // namespace spandrop
