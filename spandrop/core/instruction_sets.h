// What the CPU at hand can do.
#pragma once

#include <string>
#include <vector>

namespace spandrop {

// The names of the instruction sets that draws and copies were compiled for and that this CPU has;
// the first is the one that is used.
std::vector<std::string> instruction_sets();

}  // namespace spandrop
