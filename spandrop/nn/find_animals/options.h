// All settings of a FindAnimals training run. The defaults are the recipe of docs/findanimals.md,
// which uses another feed_forward for the default length.
#pragma once

#include <cstdint>
#include <vector>

#include "spandrop/nn/model/encoder_options.h"
#include "spandrop/nn/train/train_options.h"
#include "spandrop/tasks/find_animals/generator.h"
#include "spandrop/tasks/find_animals/method.h"

namespace spandrop::nn::find_animals {

struct Options {
  spandrop::find_animals::GeneratorOptions data;
  std::int64_t train_size = 1000;
  std::int64_t dev_size = 10000;
  std::int64_t test_size = 10000;
  // Further lengths to test the trained model on.
  std::vector<std::int64_t> test_lengths;
  spandrop::find_animals::MethodOptions method;
  // Place the remaining letters at a random offset, so that the positions at the end of long
  // strings are trained too. Not in the paper, so off by default.
  bool random_start = false;
  EncoderOptions encoder{.segments = 0,
                         .width = 32,
                         .layers = 3,
                         .heads = 1,
                         .feed_forward = 128,
                         .activation = Activation::relu,
                         .dropout = 0,
                         .attention_dropout = 0,
                         .norm_epsilon = 1e-5,
                         .init = Init::xavier};
  TrainOptions train{.schedule = {.warmup = 400}};
};

void visit_fields(Options& options, auto&& visit) {
  visit_fields(options.data, visit);
  visit("train_size", options.train_size, "Number of training examples");
  visit("dev_size", options.dev_size,
        "Number of dev examples, for the learning curve and the choice of the best step");
  visit("test_size", options.test_size, "Number of test examples, for the last and the best step");
  visit("test_lengths", options.test_lengths, "Further lengths to test the last step on");
  visit_fields(options.method, visit);
  visit("random_start", options.random_start, "Place the remaining letters at a random offset");
  visit_fields(options.encoder, visit);
  visit_fields(options.train, visit);
}

// Throws std::invalid_argument if a value is out of range.
void check(const Options& options);

// The options of dev and test strings, whose positions are always uniform.
spandrop::find_animals::GeneratorOptions held_out(const Options& options, std::int64_t length);

}  // namespace spandrop::nn::find_animals
