#include "spandrop/core/law.h"

#include <sstream>
#include <stdexcept>

namespace spandrop {
namespace {

[[noreturn]] void refuse(const char* expected, double got) {
  std::ostringstream message;
  message << "[Law] expected " << expected << ", got " << got;
  throw std::invalid_argument(message.str());
}

}  // namespace

void check(const Law& law) {
  // Negated so that NaN, which compares false with everything, is rejected.
  if (!(law.rate >= 0 && law.rate <= 1)) refuse("rate in [0, 1]", law.rate);
  if (!(law.gamma > 0)) refuse("gamma above 0", law.gamma);
}

}  // namespace spandrop
