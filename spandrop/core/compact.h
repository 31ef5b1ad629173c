// Moves the elements whose bit is set together, with the widest vectors that the CPU has.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spandrop {

// Copies in[i] to `out`, in order, for each i < n whose bit i % 64 of keep[i / 64] is set; returns
// how many. `out` has room for n elements (bytes past the last kept one may be overwritten) and may
// be `in`.
template <class T>
std::size_t compact(const T* in, const std::uint64_t* keep, std::size_t n, T* out);

}  // namespace spandrop
