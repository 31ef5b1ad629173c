// Attention of each sequence of a packed batch to itself.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "spandrop/nn/batch.h"

namespace spandrop::nn {

struct AttentionOptions {
  std::int64_t heads = 1;
  // Of attention weights; 0 when not training.
  double dropout = 0;
};

// Softmax(Q K^T / sqrt(width / heads)) V, sequence by sequence and head by head. `query` is
// [Q, width] with its own packing, `key_value` [T, 2 width]: keys, then values. Returns [Q, width].
at::Tensor attention(const at::Tensor& query, const Packing& query_packing,
                     const at::Tensor& key_value, const Packing& packing,
                     const AttentionOptions& options);

// The same by libtorch's operators alone, one call a sequence: for other devices, for dropout, and
// as the slow and obvious way in tests.
at::Tensor plain_attention(const at::Tensor& query, const Packing& query_packing,
                           const at::Tensor& key_value, const Packing& packing,
                           const AttentionOptions& options);

}  // namespace spandrop::nn
