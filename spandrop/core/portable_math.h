// Logarithm and exponential from +, -, * and / only, so that a draw has the same bits everywhere.
// The system's libm differs between machines and versions.
#pragma once

namespace spandrop {

// ln(x) for finite x > 0 (not subnormal).
double portable_log(double x);
// e^x; 0 on underflow, infinity on overflow.
double portable_exp(double x);
// e^x - 1, at full precision for small x.
double portable_expm1(double x);

}  // namespace spandrop
