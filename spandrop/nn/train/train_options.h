// How to train a model, for any task.
#pragma once

#include <cstdint>
#include <string>

#include "spandrop/base/settings.h"
#include "spandrop/nn/train/schedule.h"

namespace spandrop::nn {

struct TrainOptions {
  std::int64_t steps = 1500;
  // Examples per step, processed in `accumulate` parts of equal size.
  std::int64_t batch = 32;
  std::int64_t accumulate = 1;
  Schedule schedule;
  double weight_decay = 0.01;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  // Largest norm of the gradient; a longer gradient is scaled down. 0 for no limit.
  double clip = 1.0;
  // Number of steps between evaluations, and between checkpoints.
  std::int64_t evaluate_every = 500;
  std::int64_t checkpoint_every = 500;
  // Seeds of the training data, the draws, dropout and the initial weights; -1 for `seed`.
  std::int64_t seed = 0;
  std::int64_t data_seed = -1;
  std::int64_t drop_seed = -1;
  std::int64_t dropout_seed = -1;
  std::int64_t init_seed = -1;
  std::int64_t threads = 1;
  // A device of libtorch: cpu, cuda, cuda:1, ...
  std::string device = "cpu";
};

void visit_fields(TrainOptions& options, auto&& visit) {
  visit("steps", options.steps, "Number of training steps");
  visit("batch", options.batch, "Examples per step");
  visit("accumulate", options.accumulate,
        "Number of parts that the batch is split into, to save memory");
  visit("learning_rate", options.schedule.learning_rate, "Learning rate after the warm-up");
  visit("warmup", options.schedule.warmup,
        "Number of steps in which the learning rate grows from 0");
  visit("decay", options.schedule.decay, "How the learning rate decays after the warm-up");
  visit("weight_decay", options.weight_decay,
        "Decoupled weight decay of matrices; biases and norms have none");
  visit("beta1", options.beta1, "AdamW's first beta");
  visit("beta2", options.beta2, "AdamW's second beta");
  visit("epsilon", options.epsilon, "AdamW's epsilon");
  visit("clip", options.clip, "Largest norm of the gradient; 0 for no limit");
  visit("evaluate_every", options.evaluate_every, "Number of steps between evaluations");
  visit("checkpoint_every", options.checkpoint_every, "Number of steps between checkpoints");
  visit("seed", options.seed, "Default of the other seeds");
  visit("data_seed", options.data_seed, "Seed of the data and their order; -1 for seed");
  visit("drop_seed", options.drop_seed, "Seed of the draws; -1 for seed");
  visit("dropout_seed", options.dropout_seed, "Seed of dropout; -1 for seed");
  visit("init_seed", options.init_seed, "Seed of the initial weights; -1 for seed");
  visit("threads", options.threads, "Number of threads");
  visit("device", options.device, "Device of libtorch: cpu, cuda, cuda:1, ...");
}

inline constexpr std::int64_t kMostThreads = 1024;  // more is most likely a typo

// Throws std::invalid_argument if a value is out of range.
void check(const TrainOptions& options);

// Returns the settings that determine a result: all except where and how fast it is computed.
Settings result_settings(Settings settings);

// Returns the options with every negative seed replaced by `seed`.
TrainOptions with_seeds(TrainOptions options);

}  // namespace spandrop::nn
