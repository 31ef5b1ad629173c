// Reads and writes safetensors, Hugging Face's file format for weights.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "spandrop/nn/model/module.h"

namespace spandrop::nn {

struct TensorFile {
  std::map<std::string, at::Tensor> tensors;
  std::map<std::string, std::string> metadata;
  // The names and types of tensors that cannot be read, because their type is not supported.
  std::map<std::string, std::string> unsupported;
};

// Writes float32 and int64 tensors, atomically. Throws std::invalid_argument on other types.
void save_tensors(const std::filesystem::path& path, const NamedTensors& tensors,
                  const std::map<std::string, std::string>& metadata = {});

// Maps a file into memory: the tensors are views of it, so that only what is used is read. Throws
// std::runtime_error, "FILE: reason", if the file is missing or invalid.
TensorFile load_tensors(const std::filesystem::path& path);

// Copies the tensors of a file into the weights with the same names, and converts their type.
// Throws std::runtime_error if one is missing or has another shape, before it changes any weight.
void copy_tensors(const TensorFile& file, const NamedTensors& into);

}  // namespace spandrop::nn
