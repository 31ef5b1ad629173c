#include "spandrop/nn/model/attention.h"

#include <ATen/ops/_scaled_dot_product_flash_attention_for_cpu.h>
#include <ATen/ops/_scaled_dot_product_flash_attention_for_cpu_backward.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/scaled_dot_product_attention.h>
#include <ATen/ops/zeros_like.h>
#include <torch/csrc/autograd/custom_function.h>

#include <tuple>
#include <vector>

namespace spandrop::nn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Rows [B L, heads d] viewed as [B, heads, L, d].
at::Tensor by_head(const at::Tensor& rows, std::int64_t sequences, std::int64_t heads) {
  return rows.unflatten(0, {sequences, -1}).unflatten(2, {heads, -1}).transpose(1, 2);
}

// Adjacent sequences of equal shape, which one kernel call can process together.
struct ShapeGroup {
  std::int64_t sequences;
  std::int64_t query_begin, query_end;  // rows of the queries
  std::int64_t begin, end;              // rows of the keys and values
};

std::vector<ShapeGroup> shape_groups(const Packing& queries, const Packing& keys) {
  std::vector<ShapeGroup> groups;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (queries.length(i) == 0 || keys.length(i) == 0) continue;
    if (i > 0 && !groups.empty() && groups.back().end == keys.offsets[i] &&
        groups.back().query_end == queries.offsets[i] &&
        queries.length(i) == queries.length(i - 1) && keys.length(i) == keys.length(i - 1)) {
      ++groups.back().sequences;
      groups.back().query_end = queries.offsets[i + 1];
      groups.back().end = keys.offsets[i + 1];
    } else {
      groups.push_back(
          {1, queries.offsets[i], queries.offsets[i + 1], keys.offsets[i], keys.offsets[i + 1]});
    }
  }
  return groups;
}

// libtorch's flash attention kernel for CPUs, one call per shape group. It is a custom autograd
// function because autograd would allocate a gradient as large as the batch for each slice.
struct FlashAttention : torch::autograd::Function<FlashAttention> {
  struct Parts {
    at::Tensor query, key, value;  // [B, heads, L, d]
  };

  static Parts parts_of(const at::Tensor& query, const at::Tensor& key_value,
                        const ShapeGroup& group, std::int64_t heads) {
    const std::int64_t width = query.size(1);
    const at::Tensor rows = key_value.slice(0, group.begin, group.end);
    return {by_head(query.slice(0, group.query_begin, group.query_end), group.sequences, heads),
            by_head(rows.slice(1, 0, width), group.sequences, heads),
            by_head(rows.slice(1, width), group.sequences, heads)};
  }

  static at::Tensor forward(AutogradContext* context, const at::Tensor& query,
                            const at::Tensor& key_value, const Packing* query_packing,
                            const Packing* packing, std::int64_t heads) {
    const std::vector<ShapeGroup> groups = shape_groups(*query_packing, *packing);
    at::Tensor out = at::zeros_like(query, at::MemoryFormat::Contiguous);
    variable_list saved{query, key_value, out};
    for (const ShapeGroup& group : groups) {
      const Parts parts = parts_of(query, key_value, group, heads);
      const auto [result, log_sum] =
          at::_scaled_dot_product_flash_attention_for_cpu(parts.query, parts.key, parts.value);
      by_head(out.slice(0, group.query_begin, group.query_end), group.sequences, heads)
          .copy_(result);
      saved.push_back(log_sum);
    }
    context->save_for_backward(saved);
    context->saved_data["heads"] = heads;
    context->saved_data["query_offsets"] = query_packing->offsets;
    context->saved_data["offsets"] = packing->offsets;
    return out;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const variable_list saved = context->get_saved_variables();
    const at::Tensor &query = saved[0], &key_value = saved[1], &out = saved[2];
    const std::int64_t heads = context->saved_data["heads"].toInt();
    const Packing queries{context->saved_data["query_offsets"].toIntVector()};
    const Packing keys{context->saved_data["offsets"].toIntVector()};
    const at::Tensor gradient = gradients[0].contiguous();
    at::Tensor query_gradient = at::zeros_like(query, at::MemoryFormat::Contiguous);
    at::Tensor key_value_gradient = at::zeros_like(key_value, at::MemoryFormat::Contiguous);
    const std::vector<ShapeGroup> groups = shape_groups(queries, keys);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const ShapeGroup& group = groups[i];
      const Parts parts = parts_of(query, key_value, group, heads);
      const auto rows = [&](const at::Tensor& tensor) {
        return by_head(tensor.slice(0, group.query_begin, group.query_end), group.sequences, heads);
      };
      const auto [query_part, key_part, value_part] =
          at::_scaled_dot_product_flash_attention_for_cpu_backward(
              rows(gradient), parts.query, parts.key, parts.value, rows(out), saved[3 + i], 0.0,
              false);
      const Parts into = parts_of(query_gradient, key_value_gradient, group, heads);
      into.query.copy_(query_part);
      into.key.copy_(key_part);
      into.value.copy_(value_part);
    }
    return {query_gradient, key_value_gradient, {}, {}, {}};
  }
};

}  // namespace

at::Tensor attention(const at::Tensor& query, const Packing& query_packing,
                     const at::Tensor& key_value, const Packing& packing,
                     const AttentionOptions& options) {
  if (options.dropout > 0 || !query.device().is_cpu()) {
    return plain_attention(query, query_packing, key_value, packing, options);
  }
  return FlashAttention::apply(query, key_value, &query_packing, &packing, options.heads);
}

at::Tensor plain_attention(const at::Tensor& query, const Packing& query_packing,
                           const at::Tensor& key_value, const Packing& packing,
                           const AttentionOptions& options) {
  const auto lengths = [](const Packing& of) {
    std::vector<std::int64_t> sizes;
    for (std::size_t i = 0; i < of.size(); ++i) sizes.push_back(of.length(i));
    return sizes;
  };
  const std::vector<at::Tensor> queries = query.split_with_sizes(lengths(query_packing));
  const std::vector<at::Tensor> keys_values = key_value.split_with_sizes(lengths(packing));
  std::vector<at::Tensor> results;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const std::vector<at::Tensor> key_and_value = keys_values[i].chunk(2, 1);
    const at::Tensor result = at::scaled_dot_product_attention(
        by_head(queries[i], 1, options.heads), by_head(key_and_value[0], 1, options.heads),
        by_head(key_and_value[1], 1, options.heads), {}, options.dropout);
    results.push_back(result.transpose(1, 2).reshape_as(queries[i]));
  }
  return at::cat(results);
}

}  // namespace spandrop::nn
