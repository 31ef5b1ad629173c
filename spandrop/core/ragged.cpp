#include "spandrop/core/ragged.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "spandrop/core/beta.h"
#include "spandrop/core/compact.h"
#include "spandrop/core/kept_runs.h"

namespace spandrop {
namespace {

template <class T>
void check(const Ragged<T>& in, std::span<const ExampleId> ids, const RaggedOptions& options,
           std::span<const std::uint8_t> never_drop, const char* function) {
  const auto refuse = [&](const std::string& what) {
    throw std::invalid_argument("[" + std::string(function) + "] expected " + what);
  };
  spandrop::check(options.draw.law);
  if (options.every == 0) refuse("at least 1 element per span, got 0");
  if (options.threads == 0) refuse("at least 1 thread, got 0");
  if (in.offsets.empty()) refuse("at least one offset, got none");
  if (in.offsets.front() != 0)
    refuse("offsets starting at 0, got " + std::to_string(in.offsets.front()));
  for (std::size_t i = 1; i < in.offsets.size(); ++i) {
    if (in.offsets[i] < in.offsets[i - 1]) {
      refuse("non-decreasing offsets, got " + std::to_string(in.offsets[i]) + " after " +
             std::to_string(in.offsets[i - 1]) + " at " + std::to_string(i));
    }
  }
  if (static_cast<std::size_t>(in.offsets.back()) != in.values.size()) {
    refuse("the last offset to equal the number of values (" + std::to_string(in.values.size()) +
           "), got " + std::to_string(in.offsets.back()));
  }
  if (ids.size() != in.offsets.size() - 1) {
    refuse("an id for each of the " + std::to_string(in.offsets.size() - 1) + " sequences, got " +
           std::to_string(ids.size()));
  }
  if (!never_drop.empty() && never_drop.size() != in.values.size()) {
    refuse("never_drop for each of the " + std::to_string(in.values.size()) + " values, got " +
           std::to_string(never_drop.size()));
  }
}

// Draws for one sequence after another and reuses its memory.
class BatchDrawer {
 public:
  BatchDrawer(const RaggedOptions& options, std::span<const ExampleId> ids,
              std::span<const std::uint8_t> never_drop)
      : options_(options), ids_(ids), never_drop_(never_drop) {}

  // Sequence i has `length` elements from `begin` on. Call with increasing i.
  const KeepMask& draw_for(std::size_t i, std::size_t begin, std::size_t length) {
    const std::size_t n = length / options_.every + (length % options_.every != 0);
    const KeepMask* protect = nullptr;
    if (!never_drop_.empty()) {
      protected_.reset(n, false);
      for (std::size_t j = 0; j < length; ++j) {
        if (never_drop_[begin + j] != 0) protected_.keep(j / options_.every);
      }
      protect = &protected_;
    }
    draw_into(mask_, prepared_for(i), n, options_.draw, protect);
    return mask_;
  }

 private:
  PreparedDraw prepared_for(std::size_t i) {
    if (i >= prepared_end_) {
      const std::size_t count = std::min(streams_.size(), ids_.size() - i);
      for (std::size_t j = 0; j < count; ++j) {
        streams_[j] = stream_of({options_.seed, options_.view, ids_[i + j]});
      }
      drop_probabilities({streams_.data(), count}, options_.draw.law, probabilities_.data());
      prepared_begin_ = i, prepared_end_ = i + count;
    }
    return {streams_[i - prepared_begin_], probabilities_[i - prepared_begin_]};
  }

  const RaggedOptions& options_;
  std::span<const ExampleId> ids_;
  std::span<const std::uint8_t> never_drop_;
  KeepMask mask_, protected_;
  std::array<Stream, 16> streams_;
  std::array<double, 16> probabilities_;
  std::size_t prepared_begin_ = 0, prepared_end_ = 0;
};

// Copies the kept spans of `every` elements each.
template <class T>
std::size_t copy_runs(const T* in, std::size_t length, std::size_t every, const KeepMask& mask,
                      T* out) {
  std::size_t kept = 0;
  for_each_run(mask.words(), mask.size(), [&](Range run) {
    const std::size_t begin = run.begin * every;
    const std::size_t count = std::min(run.end * every, length) - begin;
    std::memmove(out + kept, in + begin, count * sizeof(T));
    kept += count;
  });
  return kept;
}

// Prefetches memory while spans are drawn.
template <class T>
void fetch(const T* begin, std::size_t length) {
  constexpr std::size_t line = 64 / sizeof(T), most = 64 * line;
  for (std::size_t i = 0; i < std::min(length, most); i += line) __builtin_prefetch(begin + i);
}

// Splits the sequences into parts of about the same number of values, one per thread, and calls
// work(range of sequences, index of the part) for each. Rethrows the first exception after all
// threads have finished.
template <class T, class Work>
std::vector<Range> in_parts(const Ragged<T>& in, std::size_t threads, Work work) {
  const std::span<const std::int64_t> offsets = in.offsets;
  const std::size_t sequences = offsets.size() - 1;
  threads = std::min(threads, sequences);
  std::vector<Range> parts;
  for (std::size_t i = 0, begin = 0; i < threads && begin < sequences; ++i) {
    const auto goal = static_cast<std::int64_t>(in.values.size() / threads * (i + 1));
    const auto found = std::lower_bound(offsets.begin(), offsets.end(), goal) - offsets.begin();
    const std::size_t end = std::max(static_cast<std::size_t>(found), begin + 1);
    parts.push_back({begin, i + 1 == threads ? sequences : std::min(end, sequences)});
    begin = parts.back().end;
  }
  std::vector<std::exception_ptr> errors(parts.size());
  const auto run = [&](std::size_t part) {
    try {
      work(parts[part], part);
    } catch (...) {
      errors[part] = std::current_exception();
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t part = 1; part < parts.size(); ++part) others.emplace_back(run, part);
  if (!parts.empty()) run(0);
  others.clear();  // waits
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
  return parts;
}

// Draws for some of the sequences. Writes the kept values to `out_values` and where each sequence
// ends in them to `out_offsets`.
template <class T>
std::size_t drop_some(const Ragged<T>& in, Range sequences, std::span<const ExampleId> ids,
                      const RaggedOptions& options, std::span<const std::uint8_t> never_drop,
                      T* out_values, std::int64_t* out_offsets) {
  BatchDrawer drawer(options, ids, never_drop);
  // A small batch is already in the cache; prefetching it would cost 5 % of the time.
  const bool is_large = in.values.size() * sizeof(T) > std::size_t{512} << 10;
  std::size_t written = 0;
  for (std::size_t i = sequences.begin; i < sequences.end; ++i) {
    const auto begin = static_cast<std::size_t>(in.offsets[i]);
    const std::size_t length = static_cast<std::size_t>(in.offsets[i + 1]) - begin;
    const T* values = in.values.data() + begin;
    if (is_large) {
      fetch(out_values + written, length);
      // For element-by-element reads, the CPU's own prefetching is better.
      if (options.every > 1) fetch(values + length, length);
    }
    const KeepMask& mask = drawer.draw_for(i, begin, length);
    written += options.every == 1
                   ? compact(values, mask.words().data(), length, out_values + written)
                   : copy_runs(values, length, options.every, mask, out_values + written);
    out_offsets[i + 1] = static_cast<std::int64_t>(written);
  }
  return written;
}

}  // namespace

template <class T>
std::size_t drop_ragged(Ragged<T> in, std::span<const ExampleId> ids, const RaggedOptions& options,
                        std::span<const std::uint8_t> never_drop, T* out_values,
                        std::int64_t* out_offsets) {
  check(in, ids, options, never_drop, "drop_ragged");
  // Each part is first written at its old position, where it always fits, and then moved down.
  std::vector<std::size_t> counts(std::min(options.threads, ids.size()));
  const auto begin_of = [&](Range part) {
    return static_cast<std::size_t>(in.offsets[part.begin]);
  };
  const std::vector<Range> parts = in_parts(in, options.threads, [&](Range part, std::size_t i) {
    counts[i] =
        drop_some(in, part, ids, options, never_drop, out_values + begin_of(part), out_offsets);
  });
  out_offsets[0] = 0;
  std::size_t written = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && counts[i] > 0) {
      std::memmove(out_values + written, out_values + begin_of(parts[i]), counts[i] * sizeof(T));
    }
    if (i > 0) {
      for (std::size_t j = parts[i].begin; j < parts[i].end; ++j) {
        out_offsets[j + 1] += static_cast<std::int64_t>(written);
      }
    }
    written += counts[i];
  }
  return written;
}

template <class T>
void mask_ragged(Ragged<T> in, std::span<const ExampleId> ids, const RaggedOptions& options,
                 std::span<const std::uint8_t> never_drop, T value, T* out_values) {
  check(in, ids, options, never_drop, "mask_ragged");
  in_parts(in, options.threads, [&](Range part, std::size_t) {
    BatchDrawer drawer(options, ids, never_drop);
    for (std::size_t i = part.begin; i < part.end; ++i) {
      const auto begin = static_cast<std::size_t>(in.offsets[i]);
      const std::size_t length = static_cast<std::size_t>(in.offsets[i + 1]) - begin;
      const KeepMask& mask = drawer.draw_for(i, begin, length);
      for (std::size_t j = 0; j < length; ++j) {
        out_values[begin + j] = mask[j / options.every] ? in.values[begin + j] : value;
      }
    }
  });
}

#define SPANDROP_FOR(T)                                                                         \
  template std::size_t drop_ragged(Ragged<T>, std::span<const ExampleId>, const RaggedOptions&, \
                                   std::span<const std::uint8_t>, T*, std::int64_t*);           \
  template void mask_ragged(Ragged<T>, std::span<const ExampleId>, const RaggedOptions&,        \
                            std::span<const std::uint8_t>, T, T*);
SPANDROP_FOR(std::uint8_t)
SPANDROP_FOR(std::uint16_t)
SPANDROP_FOR(std::int32_t)
SPANDROP_FOR(std::int64_t)
#undef SPANDROP_FOR

}  // namespace spandrop
