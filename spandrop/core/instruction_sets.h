// The instruction sets of this CPU.
#pragma once

#include <string>
#include <vector>

namespace spandrop {

// Names of the instruction sets that draws and copies were compiled for and that this CPU supports.
// The first one is used.
std::vector<std::string> instruction_sets();

}  // namespace spandrop
