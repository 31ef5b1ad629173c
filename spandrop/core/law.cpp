#include "spandrop/core/law.h"

#include <stdexcept>
#include <string>

namespace spandrop {

void check_law(const Law& law, const char* function) {
  // Written so that NaN is refused too.
  if (!(law.rate >= 0 && law.rate <= 1)) {
    throw std::invalid_argument("[" + std::string(function) +
                                "] expected a rate from 0 to 1, got " + std::to_string(law.rate));
  }
  if (!(law.gamma > 0)) {
    throw std::invalid_argument("[" + std::string(function) + "] expected a gamma above 0, got " +
                                std::to_string(law.gamma));
  }
}

}  // namespace spandrop
