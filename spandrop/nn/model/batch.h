// A batch without padding: sequences of different lengths, concatenated.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spandrop::nn {

// Which rows belong to which sequence: sequence i has rows offsets[i] to offsets[i + 1] - 1.
struct Packing {
  std::vector<std::int64_t> offsets{0};

  std::size_t size() const { return offsets.size() - 1; }
  std::int64_t rows() const { return offsets.back(); }
  std::int64_t length(std::size_t i) const { return offsets[i + 1] - offsets[i]; }
};

// A selection of the rows of a batch, in order and grouped by sequence.
struct Rows {
  at::Tensor index;  // [R], int64: row numbers in the batch
  Packing packing;   // which of the R rows belong to which sequence
};

struct Batch {
  at::Tensor tokens;     // [T], int64
  at::Tensor positions;  // [T], int64; usually 0, 1, 2, ... in each sequence
  at::Tensor segments;   // [T], int64; undefined if there are none
  Packing packing;
};

// Copies numbers to a device.
at::Tensor tensor_of(const std::vector<std::int64_t>& values, at::Device device);

// Makes a batch without segments from the concatenated tokens of its sequences. Throws
// std::invalid_argument if the packing has another number of rows.
Batch make_batch(const std::vector<std::int64_t>& tokens, Packing packing, at::Device device);

// Selects the first row of each sequence, [CLS].
Rows first_rows(const Packing& packing, at::Device device);

}  // namespace spandrop::nn
