// The architecture of an encoder: BERT, ELECTRA, or the small encoders of FindAnimals.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace spandrop::nn {

// Where a layer normalises: after each residual sum (BERT), or before each sublayer.
enum class Norm { post, pre };
enum class Activation { gelu, relu };
// Initial weights: normal with standard deviation 0.02 (BERT), or Xavier uniform with normal
// embeddings.
enum class Init { normal, xavier };

inline std::span<const std::string_view> names_of(Norm) {
  static constexpr std::array<std::string_view, 2> kNames{"post", "pre"};
  return kNames;
}
inline std::span<const std::string_view> names_of(Activation) {
  static constexpr std::array<std::string_view, 2> kNames{"gelu", "relu"};
  return kNames;
}
inline std::span<const std::string_view> names_of(Init) {
  static constexpr std::array<std::string_view, 2> kNames{"normal", "xavier"};
  return kNames;
}

struct EncoderOptions {
  std::int64_t vocabulary = 30522;
  std::int64_t max_positions = 512;
  // Number of segment embeddings; 0 for none.
  std::int64_t segments = 2;
  // Width of the embeddings; 0 for the encoder's width. Another width adds a projection, as in
  // ELECTRA-small.
  std::int64_t embedding_width = 0;
  std::int64_t width = 256;
  std::int64_t layers = 12;
  std::int64_t heads = 4;
  // Width inside the feed-forward sublayer.
  std::int64_t feed_forward = 1024;
  Norm norm = Norm::post;
  Activation activation = Activation::gelu;
  // Dropout of the embeddings and of each sublayer's output.
  double dropout = 0.1;
  // Dropout of the attention weights.
  double attention_dropout = 0.1;
  double norm_epsilon = 1e-12;
  Init init = Init::normal;
};

void visit_fields(EncoderOptions& options, auto&& visit) {
  visit("embedding_width", options.embedding_width,
        "Width of the embeddings; 0 for the width of the encoder");
  visit("width", options.width, "Width of the encoder");
  visit("layers", options.layers, "Number of layers");
  visit("heads", options.heads, "Attention heads per layer");
  visit("feed_forward", options.feed_forward, "Width inside the feed-forward sublayer");
  visit("norm", options.norm,
        "Normalise after each sublayer (post, as in BERT) or before it (pre)");
  visit("activation", options.activation, "Activation of the feed-forward sublayer");
  visit("dropout", options.dropout, "Dropout of the embeddings and sublayers");
  visit("attention_dropout", options.attention_dropout, "Dropout of the attention weights");
  visit("norm_epsilon", options.norm_epsilon, "Epsilon of the layer normalisation");
  visit("init", options.init,
        "Initial weights: normal with standard deviation 0.02, or Xavier uniform with normal "
        "embeddings");
}

// Throws std::invalid_argument if a value is out of range or the sizes do not fit together.
void check(const EncoderOptions& options);

}  // namespace spandrop::nn
