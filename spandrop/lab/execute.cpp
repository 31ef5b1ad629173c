#include "spandrop/lab/execute.h"

#include <string>

#include "spandrop/lab/options_of_kind.h"
#include "spandrop/lab/paper/figure2.h"
#include "spandrop/nn/find_animals/run.h"
#include "spandrop/nn/train/cpu_time.h"
#include "spandrop/nn/train/trainer.h"

namespace spandrop::lab {
namespace {

nn::Outcome outcome_of(const TrainingOptions& options, const std::filesystem::path& directory,
                       std::stop_token stop) {
  const double start = nn::process_cpu_seconds();
  try {
    return nn::find_animals::run(options, directory, stop);
  } catch (const nn::Diverged& error) {
    // The same settings would diverge again, so this is a result.
    return {.scores = {},
            .curve = {},
            .cpu_seconds = nn::process_cpu_seconds() - start,
            .diverged = error.what()};
  }
}

nn::Outcome outcome_of(const NoiseOptions& options, const std::filesystem::path&, std::stop_token) {
  const double start = nn::process_cpu_seconds();
  const double percent = find_animals::noise(options);
  return {.scores = {{"noise", percent}},
          .curve = {},
          .cpu_seconds = nn::process_cpu_seconds() - start};
}

nn::Outcome outcome_of(const TheoryOptions& options, const std::filesystem::path&,
                       std::stop_token) {
  const double start = nn::process_cpu_seconds();
  const Figure figure =
      make_figure(std::string(names_of(options.table)[std::size_t(options.table)]));
  return {.scores = {},
          .curve = {figure.columns, figure.rows},
          .cpu_seconds = nn::process_cpu_seconds() - start};
}

}  // namespace

nn::Outcome execute(const Run& run, const std::filesystem::path& directory, std::stop_token stop) {
  return with_options(run.kind, run.settings,
                      [&](const auto& options) { return outcome_of(options, directory, stop); });
}

}  // namespace spandrop::lab
