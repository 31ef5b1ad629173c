#include "spandrop/nn/model/encoder_options.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace spandrop::nn {

void check(const EncoderOptions& options) {
  for (const auto& [name, size] : {std::pair{"vocabulary", options.vocabulary},
                                   {"max_positions", options.max_positions},
                                   {"width", options.width},
                                   {"layers", options.layers},
                                   {"heads", options.heads},
                                   {"feed_forward", options.feed_forward}}) {
    if (size < 1) {
      throw std::invalid_argument(
          fmt::format("[encoder] expected {} of at least 1, got {}", name, size));
    }
  }
  if (options.width % options.heads != 0) {
    throw std::invalid_argument(
        fmt::format("[encoder] expected a width divisible by the {} heads, got {}", options.heads,
                    options.width));
  }
  for (const double dropout : {options.dropout, options.attention_dropout}) {
    if (!(dropout >= 0 && dropout < 1)) {
      throw std::invalid_argument(
          fmt::format("[encoder] expected dropout in [0, 1), got {}", dropout));
    }
  }
}

}  // namespace spandrop::nn
