// Options of a FindAnimals run that takes less than a second.
#pragma once

#include "spandrop/nn/find_animals/options.h"

namespace spandrop::nn::find_animals {

inline Options small_options() {
  Options options;
  options.data.length = 100;
  options.train_size = 64;
  options.dev_size = options.test_size = 64;
  options.train.steps = 12;
  return options;
}

}  // namespace spandrop::nn::find_animals
