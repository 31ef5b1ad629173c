#include "spandrop/nn/train/trainer.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/TensorOperators.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "spandrop/core/random.h"
#include "spandrop/nn/formats/safetensors.h"
#include "spandrop/nn/train/best_weights.h"
#include "spandrop/nn/train/checkpoint.h"
#include "spandrop/nn/train/cpu_time.h"
#include "spandrop/nn/train/optimiser.h"
#include "spandrop/nn/train/order.h"
#include "spandrop/nn/train/prefetch.h"

namespace spandrop::nn {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double wall_time() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

class Training {
 public:
  Training(Task& task, const TrainOptions& options, const std::filesystem::path& directory,
           const std::string& fingerprint)
      : task_(task),
        options_(with_seeds(options)),
        directory_(directory),
        fingerprint_(fingerprint),
        optimiser_(task.parameter_groups(), options_) {
    std::filesystem::create_directories(directory);
    set_threads(options_.threads);
    if (const auto saved = load_checkpoint(checkpoint_path(), tensors(), fingerprint)) {
      state_ = *saved;
    }
    best_.emplace(directory, state_.best_step);
  }

  TrainResult run(std::stop_token stop, const std::function<void(const Metrics&)>& observe) {
    const bool was_finished = is_last() && state_.is_measured;
    // A crash can leave metrics behind that the checkpoint calls due.
    MetricsLog log(directory_, state_.is_measured ? state_.step : state_.step - 1);
    Prefetch batches(task_, Order(task_.train_size(), std::uint64_t(options_.data_seed)),
                     state_.step * options_.batch, options_.steps * options_.batch,
                     options_.batch / options_.accumulate);
    for (;;) {
      if (!state_.is_measured) {
        log.add(measure_or_save(stop));
        if (observe) observe(log.all().back());
      }
      if (is_last()) break;
      step(batches);
      state_.is_measured = !evaluates() && state_.step % kMetricsEvery != 0;
      // Before an evaluation, which can take long. Neither checkpoints nor stops add metrics, so
      // that the log does not depend on them.
      const bool stops = stop.stop_requested();
      if (stops || state_.step % options_.checkpoint_every == 0) {
        log.sync();
        save();
      }
      if (stops) throw Stopped();
    }
    if (!was_finished) {
      log.sync();
      save();
    }
    save_tensors(directory_ / "last.safetensors", task_.weights());
    return {log.all(), state_.best_step, cpu_seconds(), batches.cpu_seconds()};
  }

 private:
  static constexpr std::int64_t kMetricsEvery = 50;

  std::filesystem::path checkpoint_path() const { return directory_ / "checkpoint.safetensors"; }

  bool is_last() const { return state_.step == options_.steps; }
  bool evaluates() const { return is_last() || state_.step % options_.evaluate_every == 0; }

  double cpu_seconds() const { return state_.cpu_seconds + process_cpu_seconds() - cpu_begin_; }

  NamedTensors tensors() const {
    NamedTensors all = task_.weights();
    for (auto& [name, tensor] : optimiser_.state()) all.emplace_back(name, tensor);
    return all;
  }

  void step(Prefetch& batches) {
    // Each step has its own seed, so that checkpoints need no generator state.
    at::manual_seed(Random(Key{std::uint64_t(options_.dropout_seed), std::uint64_t(state_.step),
                               id_of("dropout")})
                        .bits());
    task_.model().train(true);
    optimiser_.clear();
    std::vector<std::unique_ptr<PreparedBatch>> parts;
    double terms = 0;
    for (std::int64_t i = 0; i < options_.accumulate; ++i) {
      parts.push_back(batches.next());
      terms += parts.back()->terms;
    }
    double loss = 0;
    for (const std::unique_ptr<PreparedBatch>& part : parts) {
      if (part->terms == 0) continue;  // its examples have no labels
      const at::Tensor share = task_.loss(*part) / terms;
      share.backward();
      loss += share.item<double>();
    }
    const double norm =
        optimiser_.step(learning_rate_at(options_.schedule, state_.step, options_.steps));
    if (!std::isfinite(loss) || !std::isfinite(norm)) {
      throw Diverged(
          fmt::format("step {}: the loss is {} and the norm of the gradient is {}. Try a lower "
                      "learning rate or a longer warm-up",
                      state_.step + 1, loss, norm));
    }
    ++state_.step;
    state_.loss_sum += loss;
    ++state_.loss_steps;
    ++new_steps_;
  }

  // Measures, or saves a checkpoint if a stop request ends the evaluation.
  Metrics measure_or_save(std::stop_token stop) {
    try {
      return measure(stop);
    } catch (const Stopped&) {
      save();
      throw;
    }
  }

  Metrics measure(std::stop_token stop) {
    Metrics metrics{state_.step, wall_time(), {}};
    const double speed =
        double(new_steps_ * options_.batch) / std::max(seconds_since(metrics_begin_), 1e-9);
    metrics.values = {
        {"steps", double(options_.steps)},
        {"loss", state_.loss_sum / double(state_.loss_steps)},
        {"learning_rate", learning_rate_at(options_.schedule, state_.step - 1, options_.steps)},
        {"examples_per_second", speed}};
    if (evaluates()) evaluate(metrics, stop);
    state_.is_measured = true;
    state_.loss_sum = 0;
    state_.loss_steps = 0;
    new_steps_ = 0;
    metrics_begin_ = Clock::now();
    return metrics;
  }

  void evaluate(Metrics& metrics, std::stop_token stop) {
    task_.model().train(false);
    const Evaluation evaluation = task_.evaluate(stop);
    metrics.values.insert(evaluation.scores.begin(), evaluation.scores.end());
    // Any number is better than NaN.
    const bool is_better = state_.best_step == 0 || evaluation.goal < state_.best_goal ||
                           (std::isnan(state_.best_goal) && !std::isnan(evaluation.goal));
    if (!is_better) return;
    state_.best_step = state_.step;
    state_.best_goal = evaluation.goal;
    best_->save(task_.weights(), state_.step);
  }

  void save() {
    TrainState now = state_;
    now.cpu_seconds = cpu_seconds();
    save_checkpoint(checkpoint_path(), tensors(), now, fingerprint_);
    best_->confirm();
  }

  Task& task_;
  TrainOptions options_;
  std::filesystem::path directory_;
  std::string fingerprint_;
  Optimiser optimiser_;
  TrainState state_;
  std::optional<BestWeights> best_;
  double cpu_begin_ = process_cpu_seconds();
  std::int64_t new_steps_ = 0;  // by this process, since the last metrics
  Clock::time_point metrics_begin_ = Clock::now();
};

}  // namespace

void set_threads(std::int64_t count) { at::set_num_threads(int(count)); }

TrainResult train(Task& task, const TrainOptions& options, const std::filesystem::path& directory,
                  const std::string& fingerprint, std::stop_token stop,
                  const std::function<void(const Metrics&)>& observe) {
  check(options);
  return Training(task, options, directory, fingerprint).run(stop, observe);
}

}  // namespace spandrop::nn
