// The weights of the best step so far. A file replaces the last one only when a checkpoint records
// its step, so that a run that is killed and resumed never tests the weights of another step.
#pragma once

#include <cstdint>
#include <filesystem>

#include "spandrop/nn/model/module.h"

namespace spandrop::nn {

class BestWeights {
 public:
  // `best_step` is that of the checkpoint from which training resumes; 0 for none.
  BestWeights(const std::filesystem::path& directory, std::int64_t best_step);

  // Saves the weights of a better step.
  void save(const NamedTensors& weights, std::int64_t step);
  // Puts them in place. Call this when a checkpoint with their step is on disk.
  void confirm();

 private:
  std::filesystem::path best_, next_;
};

}  // namespace spandrop::nn
