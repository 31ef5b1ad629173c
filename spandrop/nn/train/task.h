// A task as the trainer sees it.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "spandrop/nn/model/module.h"

namespace spandrop::nn {

// One use of a training example. An epoch is a view, so each epoch has its own draw.
struct Visit {
  std::int64_t example = 0;
  std::uint64_t epoch = 0;
};

// A batch that a task has prepared; each task derives its own.
struct PreparedBatch {
  virtual ~PreparedBatch() = default;
  // Number of terms that the loss of this batch adds up, such as its examples.
  double terms = 0;
};

struct Evaluation {
  double goal = 0;  // lower is better
  std::map<std::string, double> scores;
};

// Thrown after a stop request. The trainer saves a checkpoint first.
struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("stopped; rerun to resume") {}
};

// Parameters that share a learning rate.
struct ParameterGroup {
  std::vector<at::Tensor> parameters;
  double rate = 1;  // times the learning rate of the schedule
};

class Task {
 public:
  virtual ~Task() = default;

  virtual std::int64_t train_size() const = 0;
  virtual Module& model() = 0;
  // Named views of the weights, for checkpoints.
  virtual NamedTensors weights() const = 0;
  // All parameters of the model, by learning rate.
  virtual std::vector<ParameterGroup> parameter_groups() { return {{model().parameters()}}; }

  // Draws, drops and packs the examples of a batch. Called in another thread, ahead of the trainer.
  virtual std::unique_ptr<PreparedBatch> prepare(std::span<const Visit> visits) const = 0;
  // The sum of the loss terms of a batch. The trainer divides by the number of terms of the step,
  // so that splitting a batch into parts changes nothing.
  virtual at::Tensor loss(const PreparedBatch& batch) = 0;
  // Scores the model on whole examples, without SpanDrop. Throws Stopped soon after a stop request.
  virtual Evaluation evaluate(std::stop_token stop) = 0;
};

}  // namespace spandrop::nn
