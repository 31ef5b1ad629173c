#include <ATen/ops/dropout.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/relu.h>

#include <string>
#include <vector>

#include "spandrop/nn/model/attention.h"
#include "spandrop/nn/model/encoder_layer.h"
#include "spandrop/nn/model/parts.h"

namespace spandrop::nn {
namespace {

class PlainLayer : public EncoderLayer {
 public:
  explicit PlainLayer(const EncoderOptions& options)
      : options_(options),
        query_key_value_(*this, options.width, 3 * options.width),
        attention_output_(*this, options.width, options.width),
        attention_norm_(*this, options.width, options.norm_epsilon),
        inner_(*this, options.width, options.feed_forward),
        output_(*this, options.feed_forward, options.width),
        output_norm_(*this, options.width, options.norm_epsilon) {}

  at::Tensor forward(const at::Tensor& hidden, const Packing& packing,
                     const Rows* wanted) override {
    const bool pre = options_.norm == Norm::pre;
    const at::Tensor attended =
        attend(pre ? attention_norm_(hidden) : hidden, packing, wanted);  // [R, width]
    at::Tensor rows = wanted ? hidden.index_select(0, wanted->index) : hidden;
    rows = rows + with_dropout(attention_output_(attended));
    if (!pre) rows = attention_norm_(rows);
    const at::Tensor inside = inner_(pre ? output_norm_(rows) : rows);  // [R, feed_forward]
    const at::Tensor active =
        options_.activation == Activation::gelu ? at::gelu(inside) : at::relu(inside);
    rows = rows + with_dropout(output_(active));
    return pre ? rows : output_norm_(rows);
  }

  NamedTensors weights() const override {
    NamedTensors named;
    const std::vector<at::Tensor> weight = query_key_value_.weight.detach().chunk(3);
    const std::vector<at::Tensor> bias = query_key_value_.bias.detach().chunk(3);
    const char* const kParts[] = {"query", "key", "value"};
    for (int i = 0; i < 3; ++i) {
      named.emplace_back(std::string("attention.self.") + kParts[i] + ".weight", weight[i]);
      named.emplace_back(std::string("attention.self.") + kParts[i] + ".bias", bias[i]);
    }
    append(named, "attention.output.dense", attention_output_);
    append(named, "attention.output.LayerNorm", attention_norm_);
    append(named, "intermediate.dense", inner_);
    append(named, "output.dense", output_);
    append(named, "output.LayerNorm", output_norm_);
    return named;
  }

 private:
  at::Tensor attend(const at::Tensor& input, const Packing& packing, const Rows* wanted) const {
    const std::int64_t width = options_.width;
    const AttentionOptions attention_options{options_.heads,
                                             is_training() ? options_.attention_dropout : 0.0};
    if (!wanted) {
      const std::vector<at::Tensor> parts =
          query_key_value_(input).split_with_sizes({width, 2 * width}, 1);
      return attention(parts[0], packing, parts[1], packing, attention_options);
    }
    // Queries for the wanted rows only; keys and values for all rows.
    const std::vector<at::Tensor> weight =
        query_key_value_.weight.split_with_sizes({width, 2 * width});
    const std::vector<at::Tensor> bias = query_key_value_.bias.split_with_sizes({width, 2 * width});
    const at::Tensor query = at::linear(input.index_select(0, wanted->index), weight[0], bias[0]);
    const at::Tensor key_value = at::linear(input, weight[1], bias[1]);
    return attention(query, wanted->packing, key_value, packing, attention_options);
  }

  at::Tensor with_dropout(const at::Tensor& tensor) const {
    return options_.dropout > 0 ? at::dropout(tensor, options_.dropout, is_training()) : tensor;
  }

  EncoderOptions options_;
  Linear query_key_value_, attention_output_;
  LayerNorm attention_norm_;
  Linear inner_, output_;
  LayerNorm output_norm_;
};

}  // namespace

std::shared_ptr<EncoderLayer> make_plain_layer(const EncoderOptions& options) {
  return std::make_shared<PlainLayer>(options);
}

}  // namespace spandrop::nn
