// Self-attention within each sequence of a packed batch.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "spandrop/nn/model/batch.h"

namespace spandrop::nn {

struct AttentionOptions {
  std::int64_t heads = 1;
  // Dropout of the attention weights; 0 outside training.
  double dropout = 0;
};

// Softmax(Q K^T / sqrt(width / heads)) V, separately for each sequence and head. `query` is
// [Q, width] with its own packing; `key_value` is [T, 2 width]: keys, then values. Returns
// [Q, width].
at::Tensor attention(const at::Tensor& query, const Packing& query_packing,
                     const at::Tensor& key_value, const Packing& packing,
                     const AttentionOptions& options);

// The same result from libtorch's operators, one call per sequence: for other devices, for dropout,
// and as the slow, obvious version that tests compare with.
at::Tensor plain_attention(const at::Tensor& query, const Packing& query_packing,
                           const at::Tensor& key_value, const Packing& packing,
                           const AttentionOptions& options);

}  // namespace spandrop::nn
