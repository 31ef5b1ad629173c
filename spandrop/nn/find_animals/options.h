// All settings of one FindAnimals training run; the defaults are the recipe of docs/findanimals.md.
#pragma once

#include <cstdint>
#include <vector>

#include "spandrop/nn/encoder_options.h"
#include "spandrop/nn/train_options.h"
#include "spandrop/tasks/find_animals/generator.h"
#include "spandrop/tasks/find_animals/method.h"

namespace spandrop::nn::find_animals {

struct Options {
  spandrop::find_animals::GeneratorOptions data;
  std::int64_t train_size = 1000;
  std::int64_t dev_size = 10000;
  std::int64_t test_size = 10000;
  // Other lengths that the trained model is tested on.
  std::vector<std::int64_t> test_lengths;
  spandrop::find_animals::MethodOptions method;
  // What a drop leaves has positions from a random one on, so that those at the end of whole
  // strings are trained too. The paper does not say so of its own: it is not the default.
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
  TrainOptions train{.schedule = {.rate = 1e-3, .warmup = 400}};
};

void visit_fields(Options& options, auto&& visit) {
  visit_fields(options.data, visit);
  visit("train_size", options.train_size, "training examples");
  visit("dev_size", options.dev_size, "dev examples: the curve and the choice of the best step");
  visit("test_size", options.test_size,
        "test examples, seen once by the last and by the best step");
  visit("test_lengths", options.test_lengths, "other lengths to test the last step on");
  visit_fields(options.method, visit);
  visit("random_start", options.random_start,
        "kept letters begin at a random one of the places from which they all fit");
  visit_fields(options.encoder, visit);
  visit_fields(options.train, visit);
}

// Throws std::invalid_argument for options that no run can have.
void check(const Options& options);

}  // namespace spandrop::nn::find_animals
