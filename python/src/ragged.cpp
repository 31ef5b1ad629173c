#include "spandrop/core/ragged.h"

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "python/src/numpy_array.h"
#include "python/src/without_gil.h"
#include "spandrop/drop/drop_options.h"

namespace spandrop::python {
namespace {

static_assert(sizeof(ExampleId) == 2 * sizeof(std::uint64_t));

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("[drop_ragged] expected " + what);
}

// A one-dimensional array of 64-bit integers.
ArrayView offsets_of(nb::handle array, Access access = Access::read) {
  const ArrayView view = view_of(array, access);
  if (view.axes != 1 || view.kind != 'i' || view.item_size != 8 || !view.is_native)
    throw nb::type_error("expected int64 offsets");
  return view;
}

bool overlap(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.data() < b.data() + b.size() && b.data() < a.data() + a.size();
}

// The arguments of a call.
class Batch {
 public:
  Batch(const DropOptions& options, nb::handle values, nb::handle offsets, nb::handle ids,
        nb::handle view, nb::handle never_drop, nb::handle threads)
      : values_(view_of(values)),
        offsets_(offsets_of(offsets)),
        ids_(view_of(ids)),
        options_{options.seed, whole_number(view, "view"), options.spans.tokens_per_span(),
                 options.draw, whole_number(threads, "threads")} {
    if (values_.axes != 1) throw nb::type_error("expected one-dimensional values");
    if (ids_.kind != 'u' || ids_.item_size != 8 || ids_.columns != 2 || !ids_.is_native)
      throw nb::type_error("expected ids made by example_ids");
    if (never_drop.is_none()) return;
    const ArrayView flags = view_of(never_drop);
    if (flags.item_size != 1 || flags.axes != 1)
      throw nb::type_error("expected a one-dimensional array of bytes for never_drop");
    if (flags.rows != values_.rows) {
      refuse("never_drop for each of the " + std::to_string(values_.rows) + " values, got " +
             std::to_string(flags.rows));
    }
    never_drop_ = flags.as<const std::uint8_t>();
  }

  const ArrayView& values() const { return values_; }
  const ArrayView& offsets() const { return offsets_; }

  // A result must not overwrite input that is still to be read. A result as long as the values may
  // share their memory.
  void check_apart(const ArrayView& out, bool may_be_values = false) const {
    const auto check = [&](std::span<const std::byte> in, const char* what) {
      if (overlap(in, out.bytes()))
        refuse(std::string("a result that shares no memory with the ") + what);
    };
    if (!may_be_values || out.data != values_.data) check(values_.bytes(), "values");
    check(offsets_.bytes(), "offsets");
    check(ids_.bytes(), "ids");
    check(std::as_bytes(never_drop_), "flags of never_drop");
  }

  template <class T>
  Ragged<T> ragged() const {
    return {values_.as<const T>(), offsets_.as<const std::int64_t>()};
  }
  std::span<const ExampleId> ids() const { return ids_.as<const ExampleId>(); }
  std::span<const std::uint8_t> never_drop() const { return never_drop_; }
  const RaggedOptions& options() const { return options_; }

 private:
  ArrayView values_, offsets_, ids_;
  std::span<const std::uint8_t> never_drop_;
  RaggedOptions options_;
};

// Calls run<T>() with a type of the same size as an element, because elements are only moved.
template <class Run>
auto by_size(std::size_t item_size, Run run) {
  switch (item_size) {
    case 1:
      return run.template operator()<std::uint8_t>();
    case 2:
      return run.template operator()<std::uint16_t>();
    case 4:
      return run.template operator()<std::int32_t>();
    default:
      return run.template operator()<std::int64_t>();
  }
}

void check_room(const ArrayView& in, const ArrayView& out) {
  if (out.axes != 1) refuse("a one-dimensional array for the result");
  if (out.rows < in.rows) {
    refuse("room for " + std::to_string(in.rows) + " values, got room for " +
           std::to_string(out.rows));
  }
}

// Makes an instance of a tuple subclass such as a NamedTuple, whose constructor would take as long
// as dropping a few sequences.
nb::object tuple_of(nb::handle type, std::initializer_list<nb::object> elements) {
  nb::object made = nb::steal(PyType_GenericAlloc(reinterpret_cast<PyTypeObject*>(type.ptr()),
                                                  static_cast<Py_ssize_t>(elements.size())));
  if (!made.is_valid()) throw nb::python_error();
  Py_ssize_t i = 0;
  for (nb::object element : elements) PyTuple_SetItem(made.ptr(), i++, element.release().ptr());
  return made;
}

// Returns a Ragged (`type` is its class) with the kept values and their offsets, in the arrays
// `out`, or in new ones if it is None. It has no parallel arrays.
nb::object drop(nb::type_object type, const DropOptions& options, nb::handle values,
                nb::handle offsets, nb::handle ids, nb::handle view, nb::handle never_drop,
                nb::handle threads, nb::handle out) {
  if (!PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type.ptr()), &PyTuple_Type))
    throw nb::type_error("expected a class of tuples");
  const Batch batch(options, values, offsets, ids, view, never_drop, threads);
  nb::object new_values, new_offsets;
  if (out.is_none()) {
    new_values = new_array_like(values);
    new_offsets = new_array_like(offsets);
  } else {
    if (!PyTuple_Check(out.ptr()) || PyTuple_Size(out.ptr()) != 2)
      throw nb::type_error("expected two arrays");
    new_values = nb::borrow(PyTuple_GetItem(out.ptr(), 0));
    new_offsets = nb::borrow(PyTuple_GetItem(out.ptr(), 1));
  }
  const ArrayView out_values = view_of(new_values, Access::write);
  const ArrayView out_offsets = offsets_of(new_offsets, Access::write);
  if (!have_same_type(values, new_values)) refuse("a result array with the type of the values");
  check_room(batch.values(), out_values);
  if (out_offsets.rows != batch.offsets().rows) {
    refuse("room for " + std::to_string(batch.offsets().rows) + " offsets, got room for " +
           std::to_string(out_offsets.rows));
  }
  batch.check_apart(out_values);
  batch.check_apart(out_offsets);
  if (overlap(out_values.bytes(), out_offsets.bytes()))
    refuse("a result whose values and offsets share no memory");
  std::size_t count = 0;
  {
    const WithoutGil released;
    by_size(out_values.item_size, [&]<class T>() {
      count = drop_ragged(batch.ragged<T>(), batch.ids(), batch.options(), batch.never_drop(),
                          static_cast<T*>(out_values.data),
                          static_cast<std::int64_t*>(out_offsets.data));
    });
  }
  return tuple_of(type, {first_rows(new_values, count), new_offsets, nb::dict()});
}

void mask(const DropOptions& options, nb::handle values, nb::handle offsets, nb::handle ids,
          nb::handle view, nb::handle never_drop, nb::handle threads, nb::handle mask,
          nb::handle out) {
  const Batch batch(options, values, offsets, ids, view, never_drop, threads);
  const ArrayView value = view_of(mask), out_values = view_of(out, Access::write);
  if (!have_same_type(values, mask) || !have_same_type(values, out))
    refuse("a mask and a result with the type of the values");
  check_room(batch.values(), out_values);
  batch.check_apart(out_values, true);
  const WithoutGil released;
  by_size(out_values.item_size, [&]<class T>() {
    mask_ragged(batch.ragged<T>(), batch.ids(), batch.options(), batch.never_drop(),
                *static_cast<const T*>(value.data), static_cast<T*>(out_values.data));
  });
}

// The id of each sequence, derived from its content.
Array<std::uint64_t> content_ids(
    nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu> values,
    In<std::int64_t> offsets) {
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
    const WithoutGil released;
    for (std::size_t i = 0; i < sequences; ++i) {
      const std::int64_t begin = offsets.data()[i], end = offsets.data()[i + 1];
      if (begin < 0 || end < begin || end > size) {
        throw std::invalid_argument("[content_ids] expected non-decreasing offsets from 0 to " +
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
  module.def(
      "drop_ragged", &drop, nb::arg("type"), nb::arg("options"), nb::arg("values"),
      nb::arg("offsets"), nb::arg("ids"), nb::arg("view").none(), nb::arg("never_drop").none(),
      nb::arg("threads").none(), nb::arg("out").none(),
      // Uses no name of the package: the stub generator would import an installed one.
      nb::sig("def drop_ragged(type: type, options: Options, values: object, offsets: object, ids: "
              "object, view: object, never_drop: object | None, threads: object, out: object | "
              "None) -> typing.Any"),
      "Drop spans from each sequence of a batch.");
  module.def("mask_ragged", &mask, nb::arg("options"), nb::arg("values"), nb::arg("offsets"),
             nb::arg("ids"), nb::arg("view").none(), nb::arg("never_drop").none(),
             nb::arg("threads").none(), nb::arg("mask"), nb::arg("out"),
             "Mask spans in each sequence of a batch.");
  module.def("content_ids", &content_ids, nb::arg("values").noconvert(),
             nb::arg("offsets").noconvert(), "The id of each sequence, derived from its content.");
}

}  // namespace spandrop::python
