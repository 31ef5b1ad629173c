#include "spandrop/core/instruction_sets.h"

#include <hwy/highway.h>

#include <cstdint>

namespace spandrop {

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    names.emplace_back(hwy::TargetName(target));
  }
  return names;
}

}  // namespace spandrop
