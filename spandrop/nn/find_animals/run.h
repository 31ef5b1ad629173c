// One FindAnimals run: generate the data, train, test.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>

#include "spandrop/nn/find_animals/options.h"
#include "spandrop/nn/train/metrics.h"
#include "spandrop/nn/train/outcome.h"

namespace spandrop::nn::find_animals {

// Called with all new metrics.
using Observer = std::function<void(const Metrics&)>;

// Trains in `directory`, or resumes an interrupted run with the same options, and tests. See
// trainer.h for the files. Errors are in percent.
//   metrics: steps, loss, learning_rate, examples_per_second; at evaluations also train_error and
//            dev_error
//   scores:  test_error, dev_error, train_error (last step); best_step, best_dev_error,
//            best_test_error; test_error_at_<length> for each of test_lengths
//   curve:   step, loss, train_error, dev_error
// Throws Stopped after a stop request, once the checkpoint is saved.
Outcome run(const Options& options, const std::filesystem::path& directory,
            std::stop_token stop = {}, const Observer& observe = {});

}  // namespace spandrop::nn::find_animals
