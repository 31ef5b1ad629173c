// All that the trainer knows of a task.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "spandrop/nn/module.h"

namespace spandrop::nn {

// The place of a training example in a run: which example, and in which epoch it comes. An epoch is
// a view: its draw is its own.
struct Visit {
  std::int64_t example = 0;
  std::uint64_t epoch = 0;
};

// A batch as a task has prepared it.
struct Prepared {
  virtual ~Prepared() = default;
};

struct Evaluation {
  double goal = 0;  // the lowest is the best
  std::map<std::string, double> scores;
};

class Task {
 public:
  virtual ~Task() = default;

  virtual std::int64_t train_size() const = 0;
  virtual Module& model() = 0;
  // The weights that checkpoints hold, by name.
  virtual NamedWeights weights() const = 0;

  // Draws, drops and packs the examples of a batch; called ahead of the trainer in another thread.
  virtual std::unique_ptr<Prepared> prepare(std::span<const Visit> visits) const = 0;
  // The mean loss of a batch.
  virtual at::Tensor loss(const Prepared& batch) = 0;
  // Scores the model on the dev set, which is never dropped.
  virtual Evaluation evaluate() = 0;
};

}  // namespace spandrop::nn
