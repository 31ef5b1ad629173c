#include "spandrop/nn/find_animals/run.h"

#include <fmt/format.h>

#include <stdexcept>

#include "spandrop/base/settings.h"
#include "spandrop/nn/find_animals/task.h"
#include "spandrop/nn/formats/safetensors.h"
#include "spandrop/nn/train/cpu_time.h"
#include "spandrop/nn/train/trainer.h"

namespace spandrop::nn::find_animals {
namespace {

Table curve_of(const std::vector<Metrics>& metrics) {
  Table curve{{"step", "loss", "train_error", "dev_error"}, {}};
  for (const auto& [step, time, values] : metrics) {
    if (!values.contains("dev_error")) continue;
    curve.rows.push_back(
        {double(step), values.at("loss"), values.at("train_error"), values.at("dev_error")});
  }
  return curve;
}

}  // namespace

Outcome run(const Options& options, const std::filesystem::path& directory, std::stop_token stop,
            const Observer& observe) {
  FindAnimalsTask task(options);
  const std::string fingerprint = to_json(result_settings(settings_of(options)));
  const TrainResult trained = train(task, options.train, directory, fingerprint, stop, observe);
  const double before = process_cpu_seconds();
  Outcome outcome{{}, curve_of(trained.metrics), trained.cpu_seconds};
  if (outcome.curve.rows.empty()) {
    throw std::runtime_error(fmt::format(
        "{}: the evaluations of this finished run are missing; train in another directory",
        (directory / "metrics.jsonl").string()));
  }
  const std::vector<double>& last = outcome.curve.rows.back();
  outcome.scores = {{"train_error", last[2]},
                    {"dev_error", last[3]},
                    {"test_error", task.test_error(options.data.length, stop)},
                    {"best_step", double(trained.best_step)}};
  for (const std::int64_t length : options.test_lengths) {
    outcome.scores[fmt::format("test_error_at_{}", length)] = task.test_error(length, stop);
  }
  for (const std::vector<double>& row : outcome.curve.rows) {
    if (row[0] == double(trained.best_step)) outcome.scores["best_dev_error"] = row[3];
  }
  copy_tensors(load_tensors(directory / "best.safetensors"), task.weights());
  outcome.scores["best_test_error"] = task.test_error(options.data.length, stop);
  outcome.cpu_seconds += process_cpu_seconds() - before;
  return outcome;
}

}  // namespace spandrop::nn::find_animals
