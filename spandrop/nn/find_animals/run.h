// One FindAnimals run: make the data, train, test.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>

#include "spandrop/nn/find_animals/options.h"
#include "spandrop/nn/metrics.h"
#include "spandrop/nn/outcome.h"

namespace spandrop::nn::find_animals {

// Is told each report.
using Observer = std::function<void(const Metrics&)>;

// Trains in `directory`, or goes on where an earlier start with the same options stopped, and
// tests. Leaves metrics.jsonl (a line a report: step, steps, loss, examples_per_second, and at
// evaluations train_error and dev_error), TensorBoard events, best and last weights there. Errors
// are in percent.
//   scores: test_error, dev_error, train_error (last step); best_step, best_dev_error,
//   best_test_error; test_error_at_<length> for each of test_lengths.
//   curve: step, loss, train_error, dev_error.
// Throws Stopped when `stop` is requested: what was done is kept.
Outcome run(const Options& options, const std::filesystem::path& directory,
            std::stop_token stop = {}, const Observer& observe = {});

}  // namespace spandrop::nn::find_animals
