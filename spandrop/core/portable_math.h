// Logarithm and exponential from +, -, * and / alone, so that a draw has the same bits everywhere:
// a system's libm differs between machines and versions.
#pragma once

namespace spandrop {

// ln(x) for finite x > 0 (not subnormal).
double portable_log(double x);
// e^x; 0 below the range of double, infinity above.
double portable_exp(double x);
// e^x - 1, with its full precision for small x.
double portable_expm1(double x);

}  // namespace spandrop
