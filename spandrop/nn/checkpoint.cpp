#include "spandrop/nn/checkpoint.h"

#include <fmt/format.h>

#include <stdexcept>

#include "spandrop/nn/safetensors.h"

namespace spandrop::nn {

void save_checkpoint(const std::filesystem::path& path, const NamedWeights& state,
                     const Progress& progress, const std::string& fingerprint) {
  save_tensors(path, state,
               {{"step", fmt::format("{}", progress.step)},
                {"best_step", fmt::format("{}", progress.best_step)},
                {"best_goal", fmt::format("{}", progress.best_goal)},
                {"cpu_seconds", fmt::format("{}", progress.cpu_seconds)},
                {"fingerprint", fingerprint}});
}

std::optional<Progress> load_checkpoint(const std::filesystem::path& path,
                                        const NamedWeights& state, const std::string& fingerprint) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  const TensorFile file = load_tensors(path);
  try {
    if (file.metadata.at("fingerprint") != fingerprint) {
      throw std::runtime_error("belongs to a run with other settings: " +
                               file.metadata.at("fingerprint"));
    }
    Progress progress;
    progress.step = std::stoll(file.metadata.at("step"));
    progress.best_step = std::stoll(file.metadata.at("best_step"));
    progress.best_goal = std::stod(file.metadata.at("best_goal"));
    progress.cpu_seconds = std::stod(file.metadata.at("cpu_seconds"));
    copy_tensors(file, state);
    return progress;
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("{}: {}", path.string(), error.what()));
  }
}

}  // namespace spandrop::nn
