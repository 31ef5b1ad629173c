// A task as the trainer sees it.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

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
};

struct Evaluation {
  double goal = 0;  // lower is better
  std::map<std::string, double> scores;
};

class Task {
 public:
  virtual ~Task() = default;

  virtual std::int64_t train_size() const = 0;
  virtual Module& model() = 0;
  // Named views of the weights, for checkpoints.
  virtual NamedTensors weights() const = 0;

  // Draws, drops and packs the examples of a batch. Called in another thread, ahead of the trainer.
  virtual std::unique_ptr<PreparedBatch> prepare(std::span<const Visit> visits) const = 0;
  // The mean loss of a batch.
  virtual at::Tensor loss(const PreparedBatch& batch) = 0;
  // Scores the model on whole examples, without SpanDrop.
  virtual Evaluation evaluate() = 0;
};

}  // namespace spandrop::nn
