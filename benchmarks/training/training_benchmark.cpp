// Training steps on a batch written by hugging_face.py; prints loss and CPU time as JSON.
// Usage: training_benchmark FILE STEPS DROPOUT keep|return
//   FILE: weights and batch, safetensors; keep: keep freed memory, return: default malloc.
#include <ATen/Parallel.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/randn.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "cli/nn/memory.h"
#include "spandrop/nn/formats/safetensors.h"
#include "spandrop/nn/model/classifier.h"
#include "spandrop/nn/train/cpu_time.h"
#include "spandrop/nn/train/optimiser.h"

namespace {

using namespace spandrop::nn;

EncoderOptions shape_of(const TensorFile& file, double dropout) {
  const auto size = [&](const char* name, int dimension) {
    return file.tensors.at(name).size(dimension);
  };
  EncoderOptions options;
  options.vocabulary = size("bert.embeddings.word_embeddings.weight", 0);
  options.max_positions = size("bert.embeddings.position_embeddings.weight", 0);
  options.width = size("bert.embeddings.word_embeddings.weight", 1);
  options.feed_forward = size("bert.encoder.layer.0.intermediate.dense.weight", 0);
  options.layers = std::stoll(file.metadata.at("layers"));
  options.heads = std::stoll(file.metadata.at("heads"));
  options.dropout = options.attention_dropout = dropout;
  return options;
}

std::vector<std::int64_t> numbers(const at::Tensor& tensor) {
  const std::int64_t* data = tensor.data_ptr<std::int64_t>();
  return {data, data + tensor.numel()};
}

// Peak of this core: the fastest of several products of square matrices.
double peak_gigaflops() {
  constexpr std::int64_t kSize = 768;
  const at::Tensor a = at::randn({kSize, kSize}), b = at::randn({kSize, kSize});
  double best = 0;
  for (int i = 0; i < 8; ++i) {
    const double begin = process_cpu_seconds();
    at::mm(a, b);
    best = std::max(best, 2e-9 * kSize * kSize * kSize / (process_cpu_seconds() - begin));
  }
  return best;
}

// Operations of the matrix products in one step: forward once, backward twice.
double gigaflops_of(const EncoderOptions& shape, const Packing& packing) {
  const double width = double(shape.width), inner = double(shape.feed_forward);
  const double rows = double(packing.rows()), sequences = double(packing.size());
  double attention = 0;
  for (std::size_t i = 0; i < packing.size(); ++i) {
    attention += 4 * width * double(packing.length(i)) * double(packing.length(i));
  }
  const double whole = rows * width * (8 * width + 4 * inner) + attention;
  // The last layer: keys and values for all rows, everything else for the first row of each
  // sequence.
  const double last = rows * width * (4 * width + 4) + sequences * width * (4 * width + 4 * inner);
  return 3e-9 * (double(shape.layers - 1) * whole + last);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::fprintf(stderr, "expected FILE STEPS DROPOUT keep|return\n"), 2;
  if (std::string(argv[4]) == "keep") keep_freed_memory();
  at::set_num_threads(1);
  const TensorFile file = load_tensors(argv[1]);
  const int steps = std::atoi(argv[2]);
  const EncoderOptions shape = shape_of(file, std::atof(argv[3]));
  Classifier model(shape, 2);
  copy_tensors(file, model.weights());
  TrainOptions options;
  Optimiser optimiser(model.parameters(), options);
  const Batch batch = make_batch(numbers(file.tensors.at("tokens")),
                                 Packing{numbers(file.tensors.at("offsets"))}, at::kCPU);
  const at::Tensor labels = file.tensors.at("labels");

  double first_loss = 0, begin = 0;
  for (int step = -1; step < steps; ++step) {  // the first one warms up
    if (step == 0) begin = process_cpu_seconds();
    optimiser.clear();
    const at::Tensor loss = at::cross_entropy_loss(model.logits(batch), labels);
    loss.backward();
    if (step < 0) first_loss = loss.item<double>();
    optimiser.step(1e-4);
  }
  const double seconds = (process_cpu_seconds() - begin) / steps;
  const double peak = peak_gigaflops();
  std::printf("{\"loss\": %.9g, \"seconds\": %.6g, \"gigaflops\": %.4g, \"peak\": %.4g}\n",
              first_loss, seconds, gigaflops_of(shape, batch.packing) / seconds, peak);
  return 0;
}
