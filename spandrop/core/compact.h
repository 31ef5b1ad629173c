// Moves the elements whose bit is set next to each other, using the CPU's widest vectors.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spandrop {

// Copies in[i] to `out`, in order, for each i < n for which bit i % 64 of keep[i / 64] is set;
// returns their number. `out` must have room for n elements (those after the last kept one may be
// overwritten) and may be `in`.
template <class T>
std::size_t compact(const T* in, const std::uint64_t* keep, std::size_t n, T* out);

}  // namespace spandrop
