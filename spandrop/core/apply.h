// Applies a draw to the elements of a sequence: SpanDrop removes them, SpanMask replaces them. To
// shorten parallel arrays together, apply the same spans and mask to each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "spandrop/core/keep_mask.h"
#include "spandrop/core/spans.h"

namespace spandrop {

// Each function has three forms: elements of type std::uint8_t, std::int32_t or std::int64_t; rows
// of `row_bytes` bytes each, such as frames or one-hot vectors; and, where it makes sense, text.
// `out` must have room for all elements of `in` and may be `in` itself. Mismatched sizes throw
// std::invalid_argument.

// Copies the kept elements to `out`, in order, and returns their number.
template <class T>
std::size_t drop(std::span<const T> in, const Spans& spans, const KeepMask& keep, T* out);
std::size_t drop_rows(std::span<const std::byte> in, std::size_t row_bytes, const Spans& spans,
                      const KeepMask& keep, std::byte* out);
std::string drop(std::string_view text, const Spans& spans, const KeepMask& keep);

// SpanMask: copies all elements to `out`, replacing each dropped one with `value`.
template <class T>
void mask(std::span<const T> in, const Spans& spans, const KeepMask& keep, T value, T* out);
void mask_rows(std::span<const std::byte> in, std::span<const std::byte> value, const Spans& spans,
               const KeepMask& keep, std::byte* out);

// Like mask(), but writes one `value` per dropped span, where the span begins. Returns the number
// of elements written.
template <class T>
std::size_t mask_spans(std::span<const T> in, const Spans& spans, const KeepMask& keep, T value,
                       T* out);
std::size_t mask_spans_rows(std::span<const std::byte> in, std::span<const std::byte> value,
                            const Spans& spans, const KeepMask& keep, std::byte* out);
std::string mask_spans(std::string_view text, const Spans& spans, const KeepMask& keep,
                       std::string_view value);

}  // namespace spandrop
