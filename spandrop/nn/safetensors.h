// Weights in files that Hugging Face's tools read and write.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "spandrop/nn/module.h"

namespace spandrop::nn {

struct TensorFile {
  std::map<std::string, at::Tensor> tensors;
  std::map<std::string, std::string> metadata;
};

// Writes the tensors, whole or not at all. They are float32 or int64.
void save_tensors(const std::filesystem::path& path, const NamedWeights& tensors,
                  const std::map<std::string, std::string>& metadata = {});

// Reads a file; float16 and bfloat16 become float32. Throws std::runtime_error with the name and
// the reason on a file that is not one.
TensorFile load_tensors(const std::filesystem::path& path);

// Copies tensors of a file into weights of the same names and shapes; throws std::runtime_error
// that names the first weight that is missing or has another shape.
void copy_tensors(const TensorFile& file, const NamedWeights& into);

}  // namespace spandrop::nn
