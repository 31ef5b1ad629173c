#include "spandrop/drop/drop_batch.h"

#include <simdjson.h>

#include <algorithm>
#include <exception>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <utility>

#include "spandrop/drop/drop_example.h"

namespace spandrop {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("[drop_batch] expected " + what);
}

// Checks the offsets of a column: one more than there are rows, non-decreasing, at most `size`.
void check_offsets(std::span<const std::int64_t> offsets, std::size_t rows, std::size_t size,
                   const char* column) {
  if (offsets.size() != rows + 1) {
    refuse(std::to_string(rows + 1) + " offsets for " + column + ", got " +
           std::to_string(offsets.size()));
  }
  if (offsets.front() < 0 || offsets.back() > static_cast<std::int64_t>(size) ||
      !std::is_sorted(offsets.begin(), offsets.end())) {
    refuse(std::string("non-decreasing offsets for ") + column + " from 0 to " +
           std::to_string(size));
  }
}

void check_text(const std::optional<TextColumn>& column, std::size_t rows, const char* name) {
  if (column) check_offsets(column->offsets, rows, column->bytes.size(), name);
}

void check_ranges(const std::optional<RangeColumn>& column, std::size_t rows, const char* name) {
  if (!column) return;
  if (column->begins.size() != column->ends.size())
    refuse(std::string("one end per begin in ") + name);
  check_offsets(column->offsets, rows, column->begins.size(), name);
}

void check(const ExampleBatch& batch, std::size_t threads) {
  const std::size_t rows = batch.ids.size();
  if (threads == 0) refuse("at least 1 thread, got 0");
  check_text(batch.texts, rows, "texts");
  if (!batch.texts) check_offsets(batch.offsets, rows, SIZE_MAX / 2, "sequences");
  check_text(batch.questions, rows, "questions");
  check_ranges(batch.annotations, rows, "annotations");
  check_ranges(batch.never_drop, rows, "protected");
  check_ranges(batch.spans, rows, "spans");
}

std::string_view text_in(const TextColumn& column, std::size_t row) {
  const auto begin = static_cast<std::size_t>(column.offsets[row]);
  const std::string_view text =
      column.bytes.substr(begin, static_cast<std::size_t>(column.offsets[row + 1]) - begin);
  if (!simdjson::validate_utf8(text.data(), text.size()))
    throw std::invalid_argument("expected UTF-8");
  return text;
}

void read_ranges(const std::optional<RangeColumn>& column, std::size_t row,
                 std::vector<UnitRange>& ranges) {
  ranges.clear();
  if (!column) return;
  for (auto i = static_cast<std::size_t>(column->offsets[row]);
       i < static_cast<std::size_t>(column->offsets[row + 1]); ++i) {
    const std::int64_t begin = column->begins[i], end = column->ends[i];
    if (begin < 0 || end < 0) {
      throw std::invalid_argument("expected non-negative positions, got " + std::to_string(begin) +
                                  " to " + std::to_string(end));
    }
    ranges.push_back({static_cast<std::size_t>(begin), static_cast<std::size_t>(end)});
  }
}

void read_example(const ExampleBatch& batch, std::size_t row, Example& example) {
  if (batch.texts) {
    example.text = text_in(*batch.texts, row);
  } else {
    example.length = static_cast<std::size_t>(batch.offsets[row + 1] - batch.offsets[row]);
  }
  example.id = batch.ids[row];
  if (batch.questions) example.question = text_in(*batch.questions, row);
  read_ranges(batch.annotations, row, example.annotations);
  read_ranges(batch.never_drop, row, example.never_drop);
  if (batch.spans) {
    if (!example.spans) example.spans.emplace();
    read_ranges(batch.spans, row, *example.spans);
  }
}

void add_elements(DroppedBatch& out, const Remap& positions, std::int64_t begin) {
  std::size_t size = out.sources.size();
  out.sources.resize(size + positions.new_length());
  out.masked.resize(size + positions.new_length());
  for (const Piece& piece : positions.pieces()) {
    const auto first = begin + static_cast<std::int64_t>(piece.old.begin);
    std::iota(out.sources.begin() + size, out.sources.begin() + size + piece.size, first);
    std::fill_n(out.masked.begin() + size, piece.size, !piece.kept);
    size += piece.size;
  }
}

DroppedBatch drop_rows(const ExampleBatch& batch, const DropOptions& options, std::uint64_t view,
                       Range rows) {
  DroppedBatch out;
  // Reserved up front: a growing buffer is copied repeatedly and touches new pages each time.
  const std::span<const std::int64_t> offsets = batch.texts ? batch.texts->offsets : batch.offsets;
  const auto elements = static_cast<std::size_t>(offsets[rows.end] - offsets[rows.begin]);
  if (batch.texts) {
    out.texts.reserve(elements);
  } else {
    out.sources.reserve(elements);
    out.masked.reserve(elements);
  }
  ExampleDropper dropper(options);
  Example example;
  DroppedExample dropped;
  for (std::size_t row = rows.begin; row < rows.end; ++row) {
    const auto bad_row = [&](const std::string& why) {
      throw std::invalid_argument("[drop] row " + std::to_string(row) + ": " + why);
    };
    try {
      read_example(batch, row, example);
    } catch (const std::invalid_argument& error) {
      bad_row(error.what());
    }
    if (const auto done = dropper.drop(example, view, dropped, out.summary); !done) {
      bad_row(done.error().message());
    }
    if (batch.texts) {
      out.texts += dropped.text;
    } else {
      add_elements(out, dropped.positions, batch.offsets[row]);
    }
    out.offsets.push_back(
        static_cast<std::int64_t>(batch.texts ? out.texts.size() : out.sources.size()));
    out.annotations.add(dropped.annotations);
    out.never_drop.add(dropped.never_drop);
    out.spans.add(dropped.spans);
  }
  return out;
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void append(MovedRanges& to, const MovedRanges& from) {
  append(to.begins, from.begins);
  append(to.ends, from.ends);
  append(to.fates, from.fates);
}

void append(DroppedBatch& to, const DroppedBatch& from) {
  const std::int64_t begin = to.offsets.back();
  for (std::size_t i = 1; i < from.offsets.size(); ++i)
    to.offsets.push_back(begin + from.offsets[i]);
  to.texts += from.texts;
  append(to.sources, from.sources);
  append(to.masked, from.masked);
  append(to.annotations, from.annotations);
  append(to.never_drop, from.never_drop);
  append(to.spans, from.spans);
  to.summary += from.summary;
}

}  // namespace

void MovedRanges::add(const std::vector<MovedLabel>& moved) {
  for (const MovedLabel& one : moved) {
    begins.push_back(static_cast<std::int64_t>(one.now.begin));
    ends.push_back(static_cast<std::int64_t>(one.now.end));
    fates.push_back(static_cast<std::uint8_t>(one.fate));
  }
}

DroppedBatch drop_batch(const ExampleBatch& batch, const DropOptions& options, std::uint64_t view,
                        std::size_t threads) {
  check(batch, threads);
  const std::size_t rows = batch.ids.size();
  const std::size_t count = std::max<std::size_t>(1, std::min(threads, rows));
  std::vector<DroppedBatch> parts(count);
  std::vector<std::exception_ptr> errors(count);
  const auto run = [&](std::size_t part) {
    try {
      parts[part] =
          drop_rows(batch, options, view, {rows * part / count, rows * (part + 1) / count});
    } catch (...) {
      errors[part] = std::current_exception();
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t part = 1; part < count; ++part) others.emplace_back(run, part);
  run(0);
  others.clear();  // joins the threads
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);  // the error of the first bad row
  }
  for (std::size_t part = 1; part < count; ++part) append(parts[0], parts[part]);
  return std::move(parts[0]);
}

}  // namespace spandrop
