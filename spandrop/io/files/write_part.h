// The output of one line can be larger than memory, so it is written in parts.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace spandrop {

// Writes a part of an output and clears it. Throws Cancelled if a stop is requested.
using WritePart = std::function<void(std::string& part)>;

// A part is written when it has at least this many bytes. Where parts end must not depend on the
// number of threads, because each is compressed on its own.
inline constexpr std::size_t kPartSize = std::size_t{4} << 20;

}  // namespace spandrop
