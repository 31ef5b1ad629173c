#include "spandrop/core/apply.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "spandrop/core/compact.h"
#include "spandrop/core/kept_runs.h"
#include "spandrop/core/remap.h"

namespace spandrop {
namespace {

void check(std::size_t elements, const Spans& spans, const KeepMask& keep, const char* function) {
  const auto refuse = [&](const std::string& expected, std::size_t got) {
    throw std::invalid_argument("[" + std::string(function) + "] expected " + expected + ", got " +
                                std::to_string(got));
  };
  if (elements != spans.length()) {
    refuse("a sequence of " + std::to_string(spans.length()) + " elements", elements);
  }
  if (keep.size() != spans.size()) {
    refuse("a mask of " + std::to_string(spans.size()) + " spans", keep.size());
  }
}

std::size_t rows_in(std::span<const std::byte> in, std::size_t row_bytes, const char* function) {
  if (row_bytes == 0 || in.size() % row_bytes != 0) {
    throw std::invalid_argument("[" + std::string(function) + "] expected whole rows of " +
                                std::to_string(row_bytes) + " bytes, got " +
                                std::to_string(in.size()) + " bytes");
  }
  return in.size() / row_bytes;
}

template <class T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span<const T, 1>(&value, 1));
}

void fill_rows(std::byte* out, std::size_t count, std::span<const std::byte> value) {
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(out + i * value.size(), value.data(), value.size());
  }
}

}  // namespace

std::size_t drop_rows(std::span<const std::byte> in, std::size_t row_bytes, const Spans& spans,
                      const KeepMask& keep, std::byte* out) {
  check(rows_in(in, row_bytes, "drop"), spans, keep, "drop");
  std::size_t kept = 0;
  for_each_kept_run(spans, keep, [&](Range run) {
    std::memmove(out + kept * row_bytes, in.data() + run.begin * row_bytes, run.size() * row_bytes);
    kept += run.size();
  });
  return kept;
}

template <class T>
std::size_t drop(std::span<const T> in, const Spans& spans, const KeepMask& keep, T* out) {
  if (!spans.are_elements()) {
    return drop_rows(std::as_bytes(in), sizeof(T), spans, keep, reinterpret_cast<std::byte*>(out));
  }
  check(in.size(), spans, keep, "drop");
  return compact(in.data(), keep.words().data(), in.size(), out);
}

std::string drop(std::string_view text, const Spans& spans, const KeepMask& keep) {
  std::string out(text.size(), '\0');
  const auto in = std::as_bytes(std::span(text.data(), text.size()));
  out.resize(drop_rows(in, 1, spans, keep, reinterpret_cast<std::byte*>(out.data())));
  return out;
}

void mask_rows(std::span<const std::byte> in, std::span<const std::byte> value, const Spans& spans,
               const KeepMask& keep, std::byte* out) {
  check(rows_in(in, value.size(), "mask"), spans, keep, "mask");
  if (!in.empty() && out != in.data()) std::memmove(out, in.data(), in.size());
  for (std::size_t i = 0; i < spans.ranges().size(); ++i) {
    if (keep[spans.owner(i)]) continue;
    const Range range = spans.ranges()[i];
    fill_rows(out + range.begin * value.size(), range.size(), value);
  }
}

template <class T>
void mask(std::span<const T> in, const Spans& spans, const KeepMask& keep, T value, T* out) {
  mask_rows(std::as_bytes(in), bytes_of(value), spans, keep, reinterpret_cast<std::byte*>(out));
}

std::size_t mask_spans_rows(std::span<const std::byte> in, std::span<const std::byte> value,
                            const Spans& spans, const KeepMask& keep, std::byte* out) {
  const std::size_t row_bytes = value.size();
  check(rows_in(in, row_bytes, "mask_spans"), spans, keep, "mask_spans");
  std::size_t written = 0;
  const Remap remap(spans, keep, Ablation::mask_spans);
  for (const Piece& piece : remap.pieces()) {
    if (piece.kept) {
      std::memmove(out + written * row_bytes, in.data() + piece.old.begin * row_bytes,
                   piece.size * row_bytes);
    } else {
      fill_rows(out + written * row_bytes, piece.size, value);
    }
    written += piece.size;
  }
  return written;
}

template <class T>
std::size_t mask_spans(std::span<const T> in, const Spans& spans, const KeepMask& keep, T value,
                       T* out) {
  return mask_spans_rows(std::as_bytes(in), bytes_of(value), spans, keep,
                         reinterpret_cast<std::byte*>(out));
}

std::string mask_spans(std::string_view text, const Spans& spans, const KeepMask& keep,
                       std::string_view value) {
  check(text.size(), spans, keep, "mask_spans");
  std::string out;
  const Remap remap(spans, keep, Ablation::mask_spans);
  for (const Piece& piece : remap.pieces()) {
    if (piece.kept) {
      out += text.substr(piece.old.begin, piece.old.size());
    } else if (piece.size > 0) {
      out += value;
    }
  }
  return out;
}

#define SPANDROP_FOR(T)                                                             \
  template std::size_t drop(std::span<const T>, const Spans&, const KeepMask&, T*); \
  template void mask(std::span<const T>, const Spans&, const KeepMask&, T, T*);     \
  template std::size_t mask_spans(std::span<const T>, const Spans&, const KeepMask&, T, T*);
SPANDROP_FOR(std::uint8_t)
SPANDROP_FOR(std::int32_t)
SPANDROP_FOR(std::int64_t)
#undef SPANDROP_FOR

}  // namespace spandrop
