#include "spandrop/core/ragged.h"

#include <nanobind/stl/optional.h>

#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "spandrop/io/drop_options.h"

namespace spandrop::python {
namespace {

using Values = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using OutValues = nb::ndarray<nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Ids = nb::ndarray<const std::uint64_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

static_assert(sizeof(ExampleId) == 2 * sizeof(std::uint64_t));

struct Batch {
  const DropOptions& options;
  Values values;
  In<std::int64_t> offsets;
  Ids ids;
  std::uint64_t view;
  const std::optional<In<std::uint8_t>>& never_drop;
  std::size_t threads;

  template <class T>
  Ragged<T> ragged() const {
    return {{static_cast<const T*>(values.data()), values.size()},
            {offsets.data(), offsets.size()}};
  }
  std::span<const ExampleId> example_ids() const {
    return {reinterpret_cast<const ExampleId*>(ids.data()), ids.shape(0)};
  }
  std::span<const std::uint8_t> flags() const {
    if (!never_drop) return {};
    return {never_drop->data(), never_drop->size()};
  }
  RaggedOptions ragged_options() const {
    return {options.seed, view, options.spans.tokens_a_span(), options.draw, threads};
  }
};

// Calls run<T>() with a type of as many bytes as an element has: only its bits are moved.
template <class Run>
auto by_size(const Values& values, Run run) {
  switch (values.dtype().bits) {
    case 8:
      return run.template operator()<std::uint8_t>();
    case 16:
      return run.template operator()<std::uint16_t>();
    case 32:
      return run.template operator()<std::int32_t>();
    case 64:
      return run.template operator()<std::int64_t>();
  }
  throw std::invalid_argument("[drop_ragged] expected values of 1, 2, 4 or 8 bytes, got " +
                              std::to_string(values.dtype().bits) + " bits");
}

void check_room(const Values& values, const OutValues& out_values, std::size_t offsets,
                std::size_t out_offsets) {
  if (out_values.dtype() != values.dtype()) {
    throw std::invalid_argument(
        "[drop_ragged] expected an array of the values' type for the result");
  }
  if (out_values.size() < values.size() || out_offsets != offsets) {
    throw std::invalid_argument("[drop_ragged] expected room for " + std::to_string(values.size()) +
                                " values and " + std::to_string(offsets) +
                                " offsets, got room for " + std::to_string(out_values.size()) +
                                " and " + std::to_string(out_offsets));
  }
}

// The result must not be written over what is still to be read.
template <class In, class Result>
void check_apart(const In& in, const Result& out, const char* what) {
  const auto* in_begin = static_cast<const char*>(static_cast<const void*>(in.data()));
  const auto* out_begin = static_cast<const char*>(static_cast<const void*>(out.data()));
  if (in_begin < out_begin + out.nbytes() && out_begin < in_begin + in.nbytes()) {
    throw std::invalid_argument(
        std::string("[drop_ragged] expected memory for the result apart from the ") + what);
  }
}

std::size_t drop(const DropOptions& options, Values values, In<std::int64_t> offsets, Ids ids,
                 nb::handle view, std::optional<In<std::uint8_t>> never_drop, std::size_t threads,
                 OutValues out_values, Out<std::int64_t> out_offsets) {
  check_room(values, out_values, offsets.size(), out_offsets.size());
  check_apart(values, out_values, "values");
  check_apart(offsets, out_offsets, "offsets");
  const Batch batch{options, values, offsets, ids, whole_number(view, "view"), never_drop, threads};
  const nb::gil_scoped_release release;
  return by_size(values, [&]<class T>() {
    return drop_ragged(batch.ragged<T>(), batch.example_ids(), batch.ragged_options(),
                       batch.flags(), static_cast<T*>(out_values.data()), out_offsets.data());
  });
}

void mask(const DropOptions& options, Values values, In<std::int64_t> offsets, Ids ids,
          nb::handle view, std::optional<In<std::uint8_t>> never_drop, std::size_t threads,
          Values value, OutValues out_values) {
  check_room(values, out_values, 0, 0);
  if (value.dtype() != values.dtype() || value.size() != 1) {
    throw std::invalid_argument("[mask_ragged] expected one value of the type of the others");
  }
  const Batch batch{options, values, offsets, ids, whole_number(view, "view"), never_drop, threads};
  const nb::gil_scoped_release release;
  by_size(values, [&]<class T>() {
    T bits;
    std::memcpy(&bits, value.data(), sizeof(T));
    mask_ragged(batch.ragged<T>(), batch.example_ids(), batch.ragged_options(), batch.flags(), bits,
                static_cast<T*>(out_values.data()));
  });
}

// The id of each sequence by its content.
Array<std::uint64_t> content_ids(Values values, In<std::int64_t> offsets) {
  const bool is_wide = values.dtype() == nb::dtype<std::int64_t>();
  if (!is_wide && values.dtype() != nb::dtype<std::int32_t>()) {
    throw std::invalid_argument("[content_ids] expected int32 or int64, got another type");
  }
  const std::size_t sequences = offsets.size() == 0 ? 0 : offsets.size() - 1;
  std::vector<std::uint64_t> words;
  words.reserve(2 * sequences);
  const auto size = static_cast<std::int64_t>(values.size());
  const auto id_of_range = [&](std::size_t begin, std::size_t count) {
    if (is_wide) {
      return content_id(std::span(static_cast<const std::int64_t*>(values.data()) + begin, count));
    }
    return content_id(std::span(static_cast<const std::int32_t*>(values.data()) + begin, count));
  };
  {
    const nb::gil_scoped_release release;
    for (std::size_t i = 0; i < sequences; ++i) {
      const std::int64_t begin = offsets.data()[i], end = offsets.data()[i + 1];
      if (begin < 0 || end < begin || end > size) {
        throw std::invalid_argument("[content_ids] expected offsets that do not fall, of 0 to " +
                                    std::to_string(size) + ", got " + std::to_string(begin) +
                                    " and " + std::to_string(end) + " at " + std::to_string(i));
      }
      const ExampleId id =
          id_of_range(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
      words.insert(words.end(), {id.low, id.high});
    }
  }
  return to_array(std::move(words), {sequences, 2});
}

}  // namespace

void bind_ragged(nb::module_& module) {
  module.def("drop_ragged", &drop, nb::arg("options"), nb::arg("values").noconvert(),
             nb::arg("offsets").noconvert(), nb::arg("ids").noconvert(), nb::arg("view").none(),
             nb::arg("never_drop").noconvert().none(), nb::arg("threads"),
             nb::arg("out_values").noconvert(), nb::arg("out_offsets").noconvert(),
             "Drops spans of each sequence of a batch; returns how many values were written.");
  module.def("mask_ragged", &mask, nb::arg("options"), nb::arg("values").noconvert(),
             nb::arg("offsets").noconvert(), nb::arg("ids").noconvert(), nb::arg("view").none(),
             nb::arg("never_drop").noconvert().none(), nb::arg("threads"),
             nb::arg("value").noconvert(), nb::arg("out_values").noconvert(),
             "Masks spans of each sequence of a batch.");
  module.def("content_ids", &content_ids, nb::arg("values").noconvert(),
             nb::arg("offsets").noconvert(), "The id of each sequence by its content.");
}

}  // namespace spandrop::python
