#include "spandrop/nn/find_animals/task.h"

#include <ATen/ops/cross_entropy_loss.h>
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "spandrop/nn/model/inference.h"
#include "spandrop/nn/model/init.h"

namespace spandrop::nn::find_animals {
namespace {

using namespace spandrop::find_animals;

struct PackedExamples : PreparedBatch {
  std::vector<std::int64_t> tokens;
  std::vector<std::int64_t> shifts;  // added to the positions; empty for none
  Packing packing;
  std::vector<std::int64_t> labels;

  // Shifts the letters, which follow "[CLS] animal [SEP]", of the example appended last.
  void shift_letters(const Sequence& sequence, std::int64_t places) {
    shifts.resize(std::size_t(packing.rows()) + sequence.animal.size() + 2, 0);
    shifts.resize(tokens.size(), places);
  }

  void end_example(bool contains) {
    packing.offsets.push_back(std::int64_t(tokens.size()));
    labels.push_back(contains);
  }

  Batch on(at::Device device) const {
    Batch batch = make_batch(tokens, packing, device);
    if (!shifts.empty()) batch.positions += tensor_of(shifts, device);
    return batch;
  }
};

// The encoder's options, with the sizes that follow from the data, including longer test strings.
EncoderOptions encoder_for(const Options& options) {
  EncoderOptions encoder = options.encoder;
  encoder.vocabulary = vocabulary_size(options.data);
  GeneratorOptions longest = options.data;
  for (const std::int64_t length : options.test_lengths) {
    longest.length = std::max(longest.length, length);
  }
  encoder.max_positions = longest_sequence(longest);
  return encoder;
}

// Checks the options and fills in their seeds.
Options completed(Options options) {
  check(options);
  options.train = with_seeds(options.train);
  return options;
}

}  // namespace

FindAnimalsTask::FindAnimalsTask(const Options& options)
    : options_(completed(options)),
      device_(options_.train.device),
      views_(options_.method, std::uint64_t(options_.train.drop_seed)) {
  const Generator generator(options_.data);
  const auto seed = std::uint64_t(options_.train.data_seed);
  train_ = make_sequences(generator, seed, "train", options_.train_size);
  // Dev and test sets do not depend on the seed, so that runs can be compared.
  const Generator dev(held_out(options_, options_.data.length));
  dev_ = make_sequences(dev, 0, "dev", options_.dev_size);
  model_ = std::make_shared<Classifier>(encoder_for(options_), 2);
  init_weights(model_->weights(), options_.encoder.init, std::uint64_t(options_.train.init_seed));
  model_->to(device_);
}

std::unique_ptr<PreparedBatch> FindAnimalsTask::prepare(std::span<const Visit> visits) const {
  auto batch = std::make_unique<PackedExamples>();
  for (const Visit& visit : visits) {
    const Sequence& sequence = train_[std::size_t(visit.example)];
    const std::size_t letters = views_.append(sequence, visit.epoch, batch->tokens);
    if (options_.random_start) {
      batch->shift_letters(sequence, views_.random_start(sequence, visit.epoch, letters));
    }
    batch->end_example(sequence.contains);
  }
  batch->terms = double(visits.size());
  return batch;
}

at::Tensor FindAnimalsTask::loss(const PreparedBatch& prepared) {
  const auto& batch = static_cast<const PackedExamples&>(prepared);
  const at::Tensor logits = model_->logits(batch.on(device_));
  return at::cross_entropy_loss(logits, tensor_of(batch.labels, device_), {}, at::Reduction::Sum);
}

Evaluation FindAnimalsTask::evaluate(std::stop_token stop) {
  const double dev_error = error(dev_, stop);
  // No more than needed: a large training set would make the evaluation slower than the training.
  const std::size_t count = std::min(train_.size(), dev_.size());
  const double train_error = error(std::span(train_).first(count), stop);
  return {dev_error, {{"train_error", train_error}, {"dev_error", dev_error}}};
}

double FindAnimalsTask::test_error(std::int64_t length, std::stop_token stop) {
  const GeneratorOptions data = held_out(options_, length);
  if (longest_sequence(data) > encoder_for(options_).max_positions) {
    throw std::invalid_argument(fmt::format(
        "[find_animals] the model has no positions for length {}; add it to test_lengths "
        "when training",
        length));
  }
  return error(make_sequences(Generator(data), 0, "test", options_.test_size), stop);
}

double FindAnimalsTask::error(std::span<const Sequence> sequences, std::stop_token stop) {
  const Inference inference(*model_);
  std::int64_t wrong = 0;
  const std::size_t batch_size = 64;
  for (std::size_t begin = 0; begin < sequences.size(); begin += batch_size) {
    if (stop.stop_requested()) throw Stopped();
    PackedExamples batch;
    for (std::size_t i = begin; i < std::min(begin + batch_size, sequences.size()); ++i) {
      append_whole(sequences[i], batch.tokens);
      batch.end_example(sequences[i].contains);
    }
    const at::Tensor predicted = model_->logits(batch.on(device_)).argmax(1).cpu();
    const std::int64_t* labels = predicted.data_ptr<std::int64_t>();
    for (std::size_t i = 0; i < batch.labels.size(); ++i) wrong += labels[i] != batch.labels[i];
  }
  return 100.0 * double(wrong) / double(sequences.size());
}

}  // namespace spandrop::nn::find_animals
