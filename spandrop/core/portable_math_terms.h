// Constants of the logarithm and exponential (docs/draw.md), shared by the scalar and the vector
// code.
#pragma once

#include <bit>
#include <cstdint>

namespace spandrop::portable {

inline constexpr double kLog2E = 1.4426950408889634;
// ln 2 in two parts; the first has 32 significant bits, so k * kLn2High is exact.
inline constexpr double kLn2High = 0x1.62e42fee00000p-1;
inline constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

// e^x is 0 for x below this.
inline constexpr double kLeastExponent = -745.2;

// The mantissa bits of a double, and the mantissa of the square root of 2.
inline constexpr std::uint64_t kMantissa = (std::uint64_t{1} << 52) - 1;
inline constexpr std::uint64_t kRootOfTwo =
    std::bit_cast<std::uint64_t>(1.4142135623730951) & kMantissa;

// The series of artanh(s) / s - 1 in s^2, and of (e^x - 1) / x. Even and odd powers are separate,
// because a CPU computes two short sums in parallel.
inline constexpr double kLogEven[] = {1.0 / 3, 1.0 / 7, 1.0 / 11, 1.0 / 15, 1.0 / 19, 1.0 / 23};
inline constexpr double kLogOdd[] = {1.0 / 5, 1.0 / 9, 1.0 / 13, 1.0 / 17, 1.0 / 21};
inline constexpr double kExpEven[] = {1.0,          1.0 / 6,        1.0 / 120,       1.0 / 5040,
                                      1.0 / 362880, 1.0 / 39916800, 1.0 / 6227020800};
inline constexpr double kExpOdd[] = {1.0 / 2,       1.0 / 24,        1.0 / 720,        1.0 / 40320,
                                     1.0 / 3628800, 1.0 / 479001600, 1.0 / 87178291200};

}  // namespace spandrop::portable
