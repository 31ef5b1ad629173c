// Drops tokens from a ragged batch, except protected ones. Then masks tokens, repeating the draw
// until a label survives.
#include <cstdint>
#include <iostream>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "spandrop/core/apply.h"
#include "spandrop/core/draw.h"
#include "spandrop/core/ragged.h"

namespace {

void print(const std::string& name, std::span<const std::int32_t> tokens) {
  std::cout << name << ":";
  for (const std::int32_t token : tokens) std::cout << " " << token;
  std::cout << "\n";
}

void batch() {
  const std::vector<std::int32_t> values = {101, 7, 8, 9, 102, 101, 4, 5, 102};
  const std::vector<std::int64_t> offsets = {0, 5, 9};  // two sequences
  const std::vector<std::uint8_t> special = {1, 0, 0, 0, 1, 1, 0, 0, 1};
  const std::vector<spandrop::ExampleId> ids = {spandrop::id_of("a"), spandrop::id_of("b")};

  std::vector<std::int32_t> shorter(values.size());
  std::vector<std::int64_t> new_offsets(offsets.size());
  const std::size_t count = spandrop::drop_ragged<std::int32_t>(
      {values, offsets}, ids, {.seed = 1, .draw = {.law = {.rate = 0.5}}}, special, shorter.data(),
      new_offsets.data());
  print("batch", std::span(shorter).first(count));
}

void noise_free() {
  const std::vector<std::int32_t> tokens = {10, 11, 12, 13, 14, 15, 16, 17};
  const spandrop::Spans spans = spandrop::Spans::every(tokens.size(), 2);
  const spandrop::Key key{.seed = 7, .view = 0, .id = spandrop::content_id(std::span(tokens))};

  const spandrop::Law plain{.rate = 0.5, .gamma = std::numeric_limits<double>::infinity()};
  const spandrop::Accepted accepted = spandrop::draw_until(
      key, spans.size(), {.law = plain}, nullptr,
      [](const spandrop::KeepMask& mask) { return mask[1]; });  // tokens 12 and 13 stay

  std::vector<std::int32_t> masked(tokens.size());
  spandrop::mask<std::int32_t>(tokens, spans, accepted.mask, 103, masked.data());
  print("mask", masked);
}

}  // namespace

int main() {
  batch();
  noise_free();
}
