#include "spandrop/nn/model/batch.h"

#include <ATen/ops/from_blob.h>
#include <fmt/format.h>

#include <numeric>
#include <stdexcept>
#include <utility>

namespace spandrop::nn {

at::Tensor tensor_of(const std::vector<std::int64_t>& values, at::Device device) {
  // from_blob does not own its memory, so clone it.
  return at::from_blob(const_cast<std::int64_t*>(values.data()), std::int64_t(values.size()),
                       at::kLong)
      .clone()
      .to(device);
}

Batch make_batch(const std::vector<std::int64_t>& tokens, Packing packing, at::Device device) {
  if (packing.rows() != std::int64_t(tokens.size())) {
    throw std::invalid_argument(
        fmt::format("[make_batch] expected {} tokens, got {}", packing.rows(), tokens.size()));
  }
  std::vector<std::int64_t> positions(tokens.size());
  for (std::size_t i = 0; i < packing.size(); ++i) {
    std::iota(positions.begin() + packing.offsets[i], positions.begin() + packing.offsets[i + 1],
              0);
  }
  return {tensor_of(tokens, device), tensor_of(positions, device), {}, std::move(packing)};
}

Rows first_rows(const Packing& packing, at::Device device) {
  Rows rows;
  rows.index = tensor_of({packing.offsets.begin(), packing.offsets.end() - 1}, device);
  rows.packing.offsets.resize(packing.size() + 1);
  std::iota(rows.packing.offsets.begin(), rows.packing.offsets.end(), 0);
  return rows;
}

}  // namespace spandrop::nn
