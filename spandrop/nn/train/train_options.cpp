#include "spandrop/nn/train/train_options.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace spandrop::nn {

void check(const TrainOptions& options) {
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
  within("learning_rate", options.schedule.learning_rate, options.schedule.learning_rate > 0,
         "above 0");
  within("weight_decay", options.weight_decay, options.weight_decay >= 0, "of at least 0");
  within("clip", options.clip, options.clip >= 0, "of at least 0");
  within("beta1", options.beta1, options.beta1 >= 0 && options.beta1 < 1, "in [0, 1)");
  within("beta2", options.beta2, options.beta2 >= 0 && options.beta2 < 1, "in [0, 1)");
  within("epsilon", options.epsilon, options.epsilon > 0, "above 0");
  if (options.batch % options.accumulate != 0) {
    throw std::invalid_argument(
        fmt::format("[train] expected a batch divisible by accumulate = {}, got {}",
                    options.accumulate, options.batch));
  }
}

Settings result_settings(Settings settings) {
  for (const char* name : {"device", "threads", "checkpoint_every"}) settings.erase(name);
  return settings;
}

TrainOptions with_seeds(TrainOptions options) {
  for (std::int64_t* seed :
       {&options.data_seed, &options.drop_seed, &options.dropout_seed, &options.init_seed}) {
    if (*seed < 0) *seed = options.seed;
  }
  return options;
}

}  // namespace spandrop::nn
