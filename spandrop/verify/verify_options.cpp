#include "spandrop/verify/verify_options.h"

#include <stdexcept>

namespace spandrop {

void check(const VerifyOptions& options) {
  check(static_cast<const RecordOptions&>(options));
  if (options.mask_spans && !options.mask) {
    throw std::invalid_argument("[verify] expected a mask for mask_spans, got none");
  }
  if (options.any_spans && options.mask_spans) {
    throw std::invalid_argument(
        "[verify] expected a span rule, because there is one mask per span, got any");
  }
  if (options.expected_views == 0) {
    throw std::invalid_argument("[verify] expected at least 1 view, got 0");
  }
}

}  // namespace spandrop
