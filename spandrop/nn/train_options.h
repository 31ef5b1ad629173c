// How a model is trained, whatever its task.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "spandrop/nn/schedule.h"

namespace spandrop::nn {

inline std::span<const std::string_view> names_of(Decay) {
  static constexpr std::array<std::string_view, 3> kNames{"constant", "linear", "cosine"};
  return kNames;
}

struct TrainOptions {
  std::int64_t steps = 1500;
  // Examples a step, in `accumulate` batches of equal size.
  std::int64_t batch = 32;
  std::int64_t accumulate = 1;
  Schedule schedule;
  double weight_decay = 0.01;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  // Gradients with a larger norm are scaled down to it; 0: never.
  double clip = 1.0;
  // Steps from one evaluation, and one checkpoint, to the next.
  std::int64_t evaluate_every = 500;
  std::int64_t checkpoint_every = 500;
  // Where the training data, the draws, dropout and the initial weights come from; -1: as `seed`.
  std::int64_t seed = 0;
  std::int64_t data_seed = -1;
  std::int64_t drop_seed = -1;
  std::int64_t dropout_seed = -1;
  std::int64_t init_seed = -1;
  std::int64_t threads = 1;
  // Any that libtorch has: cpu, cuda, cuda:1, ...
  std::string device = "cpu";
};

void visit_fields(TrainOptions& options, auto&& visit) {
  visit("steps", options.steps, "steps of the optimiser");
  visit("batch", options.batch, "examples a step");
  visit("accumulate", options.accumulate, "batches that a step's examples are split into");
  visit("learning_rate", options.schedule.rate, "the highest learning rate");
  visit("warmup", options.schedule.warmup, "steps in which the learning rate grows from 0");
  visit("decay", options.schedule.decay, "how the learning rate falls after the warm-up");
  visit("weight_decay", options.weight_decay, "decoupled weight decay; none for biases and norms");
  visit("beta1", options.beta1, "AdamW's first beta");
  visit("beta2", options.beta2, "AdamW's second beta");
  visit("epsilon", options.epsilon, "AdamW's epsilon");
  visit("clip", options.clip, "largest norm of a step's gradient; 0: any");
  visit("evaluate_every", options.evaluate_every, "steps from one evaluation to the next");
  visit("checkpoint_every", options.checkpoint_every, "steps from one checkpoint to the next");
  visit("seed", options.seed, "seed of everything that has no seed of its own");
  visit("data_seed", options.data_seed, "seed of the data and their order; -1: as seed");
  visit("drop_seed", options.drop_seed, "seed of the draws; -1: as seed");
  visit("dropout_seed", options.dropout_seed, "seed of dropout; -1: as seed");
  visit("init_seed", options.init_seed, "seed of the initial weights; -1: as seed");
  visit("threads", options.threads, "threads of libtorch");
  visit("device", options.device, "cpu, cuda, cuda:1, ...");
}

// The options with every seed filled in; throws std::invalid_argument on what cannot be meant.
TrainOptions checked(TrainOptions options);

}  // namespace spandrop::nn
