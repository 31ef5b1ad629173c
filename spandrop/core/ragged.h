// Draws and applies in one pass over a batch of sequences of different lengths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "spandrop/core/draw.h"
#include "spandrop/core/key.h"

namespace spandrop {

// A batch in ragged form: sequence i is values[offsets[i]] to values[offsets[i + 1] - 1].
template <class T>
struct Ragged {
  std::span<const T> values;
  std::span<const std::int64_t> offsets;
};

struct RaggedOptions {
  std::uint64_t seed = 0;
  std::uint64_t view = 0;
  // Elements per span; the last span of a sequence may be shorter.
  std::size_t every = 1;
  DrawOptions draw;
  // Number of threads, including the caller's. Does not affect the result.
  std::size_t threads = 1;
};

// Draws for each sequence by its id. Writes the kept values to out_values (room for all values) and
// their offsets to out_offsets (same size as in.offsets); returns the number of values written. A
// span with an element whose never_drop is not 0 is kept; never_drop may be empty. T is
// std::uint8_t, std::uint16_t, std::int32_t or std::int64_t; reinterpret other types of these sizes
// as one of them. Wrong offsets or sizes throw std::invalid_argument before anything is written.
template <class T>
std::size_t drop_ragged(Ragged<T> in, std::span<const ExampleId> ids, const RaggedOptions& options,
                        std::span<const std::uint8_t> never_drop, T* out_values,
                        std::int64_t* out_offsets);

// SpanMask for a batch: writes all values to out_values, replacing each dropped one with `value`.
template <class T>
void mask_ragged(Ragged<T> in, std::span<const ExampleId> ids, const RaggedOptions& options,
                 std::span<const std::uint8_t> never_drop, T value, T* out_values);

}  // namespace spandrop
