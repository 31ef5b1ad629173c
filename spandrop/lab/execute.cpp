#include <ctime>

#include "spandrop/core/figure.h"
#include "spandrop/lab/options_of_kind.h"
#include "spandrop/nn/find_animals/run.h"

namespace spandrop::lab {
namespace {

double cpu_seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

nn::Outcome carry_out(const TrainingOptions& options, const std::filesystem::path& directory,
                      std::stop_token stop) {
  return nn::find_animals::run(options, directory, stop);
}

nn::Outcome carry_out(const NoiseOptions& options, const std::filesystem::path&, std::stop_token) {
  const double start = cpu_seconds();
  const double percent = find_animals::noise(options);
  return {.scores = {{"noise", percent}}, .curve = {}, .cpu_seconds = cpu_seconds() - start};
}

nn::Outcome carry_out(const TheoryOptions& options, const std::filesystem::path&, std::stop_token) {
  const double start = cpu_seconds();
  const Figure figure =
      make_figure(std::string(names_of(options.table)[std::size_t(options.table)]));
  return {
      .scores = {}, .curve = {figure.columns, figure.rows}, .cpu_seconds = cpu_seconds() - start};
}

}  // namespace

nn::Outcome execute(Kind kind, const Settings& settings, const std::filesystem::path& directory,
                    std::stop_token stop) {
  return with_options(kind, settings,
                      [&](const auto& options) { return carry_out(options, directory, stop); });
}

}  // namespace spandrop::lab
