#include "spandrop/tasks/find_animals/noise.h"

#include <fmt/format.h>

#include <stdexcept>

namespace spandrop::find_animals {

void check(const NoiseOptions& options) {
  Generator{options.data};
  if (options.draws < 1) {
    throw std::invalid_argument(
        fmt::format("[noise] expected at least 1 draw, got {}", options.draws));
  }
}

double noise(const NoiseOptions& options) {
  check(options);
  const Generator generator(options.data);
  const Views views(options.method, std::uint64_t(options.seed));
  std::int64_t lost = 0;
  for (const Sequence& sequence :
       make_sequences(generator, std::uint64_t(options.seed), "noise", options.draws)) {
    lost += sequence.contains && !still_contains(sequence, views.draw(sequence, 0));
  }
  return 100.0 * double(lost) / double(options.draws);
}

}  // namespace spandrop::find_animals
