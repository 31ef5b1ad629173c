// Runs a check once with each compiled instruction set that this CPU supports.
#pragma once

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <string>

namespace spandrop {

template <class Check>
void with_each_instruction_set(Check check) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    check();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

// Lists the instruction sets that ran, and those that were compiled but that this CPU lacks.
inline std::string describe_instruction_sets() {
  std::string ran, missing;
  for (std::int64_t targets = HWY_TARGETS; targets != 0; targets &= targets - 1) {
    const std::int64_t target = targets & -targets;
    (hwy::SupportedTargets() & target ? ran : missing) +=
        std::string(" ") + hwy::TargetName(target);
  }
  return "ran:" + ran + "; compiled but not on this CPU:" + (missing.empty() ? " none" : missing);
}

}  // namespace spandrop
