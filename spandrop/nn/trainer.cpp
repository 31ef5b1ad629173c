#include "spandrop/nn/trainer.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/TensorOperators.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "spandrop/core/random.h"
#include "spandrop/nn/checkpoint.h"
#include "spandrop/nn/cpu_time.h"
#include "spandrop/nn/optimiser.h"
#include "spandrop/nn/order.h"
#include "spandrop/nn/prefetch.h"
#include "spandrop/nn/safetensors.h"

namespace spandrop::nn {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kMostThreads = 1024;  // more are a slip of the hand

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double wall_time() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

class Run {
 public:
  Run(Task& task, const TrainOptions& options, const std::filesystem::path& directory,
      const std::string& fingerprint)
      : task_(task),
        options_(checked(options)),
        directory_(directory),
        fingerprint_(fingerprint),
        optimiser_(task.model().parameters(), options_) {
    std::filesystem::create_directories(directory);
    at::set_num_threads(int(options_.threads));
    if (const auto before = load_checkpoint(checkpoint_path(), state(), fingerprint)) {
      progress_ = *before;
    }
  }

  TrainResult go(std::stop_token stop, const std::function<void(const Metrics&)>& observe) {
    MetricsLog log(directory_, progress_.step);
    const std::int64_t part = options_.batch / options_.accumulate;
    Prefetch batches(task_, Order(task_.train_size(), std::uint64_t(options_.data_seed)),
                     progress_.step * options_.batch, options_.steps * options_.batch, part);
    while (progress_.step < options_.steps) {
      step(batches);
      const bool last = progress_.step == options_.steps;
      const bool evaluates = last || progress_.step % options_.evaluate_every == 0;
      const bool saves = last || progress_.step % options_.checkpoint_every == 0;
      if (evaluates || saves || progress_.step % kReportEvery == 0) {
        log.add(report(evaluates));
        if (observe) observe(log.all().back());
      }
      // A stop makes no report: the course of a run does not show where it was interrupted.
      const bool stops = stop.stop_requested() && !last;
      if (saves || stops) {
        log.store();
        save();
      }
      if (stops) throw Stopped();
    }
    save_tensors(directory_ / "last.safetensors", task_.weights());
    return {log.all(), progress_.best_step, cpu_seconds(), batches.cpu_seconds()};
  }

 private:
  static constexpr std::int64_t kReportEvery = 50;

  std::filesystem::path checkpoint_path() const { return directory_ / "checkpoint.safetensors"; }

  double cpu_seconds() const { return progress_.cpu_seconds + process_cpu_seconds() - cpu_begin_; }

  NamedWeights state() const {
    NamedWeights all = task_.weights();
    for (auto& [name, tensor] : optimiser_.state()) all.emplace_back(name, tensor);
    return all;
  }

  void step(Prefetch& batches) {
    // Each step has a seed of its own, so that a checkpoint need not hold a generator's state.
    at::manual_seed(Random(Key{std::uint64_t(options_.dropout_seed), std::uint64_t(progress_.step),
                               id_of("dropout")})
                        .bits());
    task_.model().train(true);
    optimiser_.clear();
    double loss = 0;
    for (std::int64_t i = 0; i < options_.accumulate; ++i) {
      const at::Tensor part = task_.loss(*batches.next()) / double(options_.accumulate);
      part.backward();
      loss += part.item<double>();
    }
    const double norm = optimiser_.step(rate_at(options_.schedule, progress_.step, options_.steps));
    if (!std::isfinite(loss) || !std::isfinite(norm)) {
      throw Diverged(
          fmt::format("step {}: loss {}, norm of the gradient {}; a lower learning rate or more "
                      "warm-up may help",
                      progress_.step + 1, loss, norm));
    }
    ++progress_.step;
    progress_.loss_sum += loss;
    ++progress_.loss_steps;
    ++steps_here_;
  }

  Metrics report(bool evaluates) {
    Metrics metrics{progress_.step, wall_time(), {}};
    const double speed =
        double(steps_here_ * options_.batch) / std::max(seconds_since(report_begin_), 1e-9);
    metrics.values = {
        {"steps", double(options_.steps)},
        {"loss", progress_.loss_sum / double(progress_.loss_steps)},
        {"learning_rate", rate_at(options_.schedule, progress_.step - 1, options_.steps)},
        {"examples_per_second", speed}};
    if (evaluates) evaluate(metrics);
    progress_.loss_sum = 0;
    progress_.loss_steps = 0;
    steps_here_ = 0;
    report_begin_ = Clock::now();
    return metrics;
  }

  void evaluate(Metrics& metrics) {
    task_.model().train(false);
    const Evaluation evaluation = task_.evaluate();
    metrics.values.insert(evaluation.scores.begin(), evaluation.scores.end());
    if (progress_.best_step == 0 || evaluation.goal < progress_.best_goal) {
      progress_.best_step = progress_.step;
      progress_.best_goal = evaluation.goal;
      save_tensors(directory_ / "best.safetensors", task_.weights());
    }
  }

  void save() {
    Progress now = progress_;
    now.cpu_seconds = cpu_seconds();
    save_checkpoint(checkpoint_path(), state(), now, fingerprint_);
  }

  Task& task_;
  TrainOptions options_;
  std::filesystem::path directory_;
  std::string fingerprint_;
  Optimiser optimiser_;
  Progress progress_;
  double cpu_begin_ = process_cpu_seconds();
  std::int64_t steps_here_ = 0;  // since the last report, by this start
  Clock::time_point report_begin_ = Clock::now();
};

}  // namespace

TrainOptions checked(TrainOptions options) {
  const auto at_least = [](const char* name, std::int64_t value, std::int64_t least) {
    if (value < least) {
      throw std::invalid_argument(
          fmt::format("[train] expected {} of at least {}, got {}", name, least, value));
    }
  };
  at_least("steps", options.steps, 1);
  at_least("batch", options.batch, 1);
  at_least("accumulate", options.accumulate, 1);
  at_least("warmup", options.schedule.warmup, 0);
  at_least("evaluate_every", options.evaluate_every, 1);
  at_least("checkpoint_every", options.checkpoint_every, 1);
  at_least("threads", options.threads, 1);
  if (options.threads > kMostThreads) {
    throw std::invalid_argument(
        fmt::format("[train] expected at most {} threads, got {}", kMostThreads, options.threads));
  }
  at_least("seed", options.seed, 0);
  const auto within = [](const char* name, double value, bool is_good, const char* expected) {
    if (is_good && std::isfinite(value)) return;
    throw std::invalid_argument(
        fmt::format("[train] expected {} {}, got {}", name, expected, value));
  };
  within("learning_rate", options.schedule.rate, options.schedule.rate > 0, "above 0");
  within("weight_decay", options.weight_decay, options.weight_decay >= 0, "of at least 0");
  within("clip", options.clip, options.clip >= 0, "of at least 0");
  within("beta1", options.beta1, options.beta1 >= 0 && options.beta1 < 1, "of 0 to below 1");
  within("beta2", options.beta2, options.beta2 >= 0 && options.beta2 < 1, "of 0 to below 1");
  within("epsilon", options.epsilon, options.epsilon > 0, "above 0");
  if (options.batch % options.accumulate != 0) {
    throw std::invalid_argument(fmt::format("[train] expected a batch that {} parts divide, got {}",
                                            options.accumulate, options.batch));
  }
  for (std::int64_t* seed :
       {&options.data_seed, &options.drop_seed, &options.dropout_seed, &options.init_seed}) {
    if (*seed < 0) *seed = options.seed;
  }
  return options;
}

TrainResult train(Task& task, const TrainOptions& options, const std::filesystem::path& directory,
                  const std::string& fingerprint, std::stop_token stop,
                  const std::function<void(const Metrics&)>& observe) {
  return Run(task, options, directory, fingerprint).go(stop, observe);
}

}  // namespace spandrop::nn
