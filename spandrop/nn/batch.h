// A batch without padding: sequences of different lengths, one after another.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spandrop::nn {

// Which rows belong to which sequence: those of sequence i are offsets[i] to offsets[i + 1] - 1.
struct Packing {
  std::vector<std::int64_t> offsets{0};

  std::size_t size() const { return offsets.size() - 1; }
  std::int64_t rows() const { return offsets.back(); }
  std::int64_t length(std::size_t i) const { return offsets[i + 1] - offsets[i]; }
};

// Rows of a batch that somebody wants to see, grouped by sequence and in order.
struct Rows {
  at::Tensor index;  // [R], int64: places in the batch
  Packing packing;   // which of the R belong to which sequence
};

struct Batch {
  at::Tensor tokens;     // [T], int64
  at::Tensor positions;  // [T], int64; as a rule from 0 on in each sequence
  at::Tensor segments;   // [T], int64; undefined: none
  Packing packing;
};

// A copy of some numbers on a device.
at::Tensor tensor_of(const std::vector<std::int64_t>& values, at::Device device);

// Makes a batch on a device out of the tokens of its sequences, without segments.
Batch make_batch(const std::vector<std::int64_t>& tokens, Packing packing, at::Device device);

// The first row of each sequence: [CLS].
Rows first_rows(const Packing& packing, at::Device device);

}  // namespace spandrop::nn
