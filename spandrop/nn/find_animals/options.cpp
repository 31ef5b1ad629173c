#include "spandrop/nn/find_animals/options.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace spandrop::nn::find_animals {

using spandrop::find_animals::Generator;
using spandrop::find_animals::GeneratorOptions;
using spandrop::find_animals::Positions;

void check(const Options& options) {
  for (const auto& [name, size] : {std::pair{"train_size", options.train_size},
                                   {"dev_size", options.dev_size},
                                   {"test_size", options.test_size}}) {
    if (size < 1) {
      throw std::invalid_argument(
          fmt::format("[find_animals] expected {} of at least 1, got {}", name, size));
    }
  }
  Generator{options.data};  // checks them
  for (const std::int64_t length : options.test_lengths) Generator{held_out(options, length)};
  spandrop::check(options.method.law);
  nn::check(options.encoder);
  nn::check(options.train);
}

GeneratorOptions held_out(const Options& options, std::int64_t length) {
  GeneratorOptions data = options.data;
  data.positions = Positions::uniform;
  data.length = length;
  return data;
}

}  // namespace spandrop::nn::find_animals
