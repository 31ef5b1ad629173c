// The noise bars of Figure 3: how often a draw loses the animal.
#pragma once

#include <cstdint>

#include "spandrop/tasks/find_animals/generator.h"
#include "spandrop/tasks/find_animals/method.h"

namespace spandrop::find_animals {

struct NoiseOptions {
  GeneratorOptions data;
  MethodOptions method;
  // Number of examples, each with one draw.
  std::int64_t draws = 50000;
  std::int64_t seed = 0;
};

void visit_fields(NoiseOptions& options, auto&& visit) {
  visit_fields(options.data, visit);
  visit_fields(options.method, visit);
  visit("draws", options.draws, "number of examples, each with one draw");
  visit("seed", options.seed, "seed of the examples and draws");
}

// Throws std::invalid_argument on invalid options.
void check(const NoiseOptions& options);

// The percentage of ALL examples that are positive and lose their animal, as the paper counts it.
double noise(const NoiseOptions& options);

}  // namespace spandrop::find_animals
