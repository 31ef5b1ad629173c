// Weights, inputs and outputs of Hugging Face's models, written by tests/data/bert_golden.py.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "spandrop/nn/formats/safetensors.h"
#include "spandrop/nn/model/batch.h"
#include "spandrop/nn/model/encoder_options.h"
#include "tests/source_directory.h"

namespace spandrop::nn {

inline EncoderOptions golden_sizes() {
  return {.vocabulary = 24,
          .max_positions = 12,
          .segments = 2,
          .width = 16,
          .layers = 2,
          .heads = 2,
          .feed_forward = 24,
          .dropout = 0,
          .attention_dropout = 0};
}

struct Golden {
  std::map<std::string, at::Tensor> tensors =
      load_tensors(test::source_directory() + "/tests/data/bert_golden.safetensors").tensors;

  std::vector<std::int64_t> numbers(const std::string& name) const {
    const at::Tensor& tensor = tensors.at(name);
    const auto* begin = tensor.data_ptr<std::int64_t>();
    return {begin, begin + tensor.numel()};
  }

  Batch batch() const {
    Batch packed = make_batch(numbers("tokens"), {numbers("offsets")}, at::kCPU);
    packed.segments = tensors.at("segments");
    return packed;
  }

  // The tensors with this prefix, named without it.
  TensorFile part(const std::string& prefix) const {
    TensorFile file;
    for (const auto& [name, tensor] : tensors) {
      if (name.starts_with(prefix)) file.tensors[name.substr(prefix.size())] = tensor;
    }
    return file;
  }
};

}  // namespace spandrop::nn
