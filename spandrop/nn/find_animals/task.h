// FindAnimals as a task for the trainer.
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "spandrop/nn/find_animals/options.h"
#include "spandrop/nn/model/classifier.h"
#include "spandrop/nn/train/task.h"
#include "spandrop/tasks/find_animals/sequence.h"

namespace spandrop::nn::find_animals {

class FindAnimalsTask : public Task {
 public:
  // Generates the training and dev examples and initialises the model.
  explicit FindAnimalsTask(const Options& options);

  std::int64_t train_size() const override { return std::int64_t(train_.size()); }
  Module& model() override { return *model_; }
  NamedTensors weights() const override { return model_->weights(); }

  std::unique_ptr<PreparedBatch> prepare(std::span<const Visit> visits) const override;
  at::Tensor loss(const PreparedBatch& batch) override;
  // Scores train_error (of at most dev_size examples) and dev_error, in percent; the goal is
  // dev_error.
  Evaluation evaluate(std::stop_token stop) override;

  // The error in percent on test strings of this length. Throws std::invalid_argument if the model
  // has no positions for them.
  double test_error(std::int64_t length, std::stop_token stop = {});

 private:
  using Sequences = std::vector<spandrop::find_animals::Sequence>;
  double error(std::span<const spandrop::find_animals::Sequence> sequences, std::stop_token stop);

  Options options_;
  at::Device device_;
  spandrop::find_animals::Views views_;
  Sequences train_, dev_;
  std::shared_ptr<Classifier> model_;
};

}  // namespace spandrop::nn::find_animals
