#include "spandrop/nn/train/best_weights.h"

#include <string>

#include "spandrop/nn/formats/safetensors.h"

namespace spandrop::nn {

BestWeights::BestWeights(const std::filesystem::path& directory, std::int64_t best_step)
    : best_(directory / "best.safetensors"), next_(directory / "best.next.safetensors") {
  if (!std::filesystem::exists(next_)) return;
  const TensorFile file = load_tensors(next_);
  const auto step = file.metadata.find("step");
  if (step != file.metadata.end() && step->second == std::to_string(best_step)) {
    confirm();
  } else {
    std::filesystem::remove(next_);
  }
}

void BestWeights::save(const NamedTensors& weights, std::int64_t step) {
  save_tensors(next_, weights, {{"step", std::to_string(step)}});
}

void BestWeights::confirm() {
  if (std::filesystem::exists(next_)) std::filesystem::rename(next_, best_);
}

}  // namespace spandrop::nn
