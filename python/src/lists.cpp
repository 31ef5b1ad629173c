// Converts Python lists to arrays and back without running the interpreter for each element.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "python/src/list_items.h"

namespace spandrop::python {
namespace {

std::size_t size_of(nb::handle list, std::size_t row) {
  if (!PyList_Check(list.ptr())) {
    throw nb::type_error(
        ("row " + std::to_string(row) + ": expected a list, got " + name_of_type(list)).c_str());
  }
  return nb::len(list);
}

// The integers of many lists in one array, and the offsets of the lists. None becomes `missing`;
// without it, None is an error.
nb::tuple flat_numbers(nb::list lists, std::optional<std::int64_t> missing) {
  std::vector<std::int64_t> values, offsets{0};
  for (std::size_t row = 0; row < nb::len(lists); ++row) {
    const nb::object list = nb::borrow(lists[row]);
    const std::size_t begin = values.size(), size = size_of(list, row);
    values.resize(begin + size);
    for (std::size_t i = 0; i < size; ++i) {
      PyObject* element = item(list.ptr(), static_cast<Py_ssize_t>(i));
      if (missing && element == Py_None) {
        values[begin + i] = *missing;
        continue;
      }
      const nb::object held = nb::borrow(element);  // its __index__ may empty the list
      values[begin + i] = PyLong_AsLongLong(element);
      if (values[begin + i] == -1 && PyErr_Occurred()) throw nb::python_error();
    }
    offsets.push_back(static_cast<std::int64_t>(values.size()));
  }
  return nb::make_tuple(to_array(std::move(values)), to_array(std::move(offsets)));
}

// New lists of the elements at `sources`, which are indices into all lists joined together, cut at
// `offsets`.
nb::list take_from_lists(nb::list lists, In<std::int64_t> sources, In<std::int64_t> offsets) {
  nb::list taken;
  std::int64_t begin = 0;  // of the current list, among all elements
  for (std::size_t row = 0; row < nb::len(lists); ++row) {
    const nb::object list = nb::borrow(lists[row]);
    const auto size = static_cast<std::int64_t>(size_of(list, row));
    const std::int64_t first = offsets.data()[row], last = offsets.data()[row + 1];
    nb::object made = nb::steal(PyList_New(last - first));
    if (!made.is_valid()) throw nb::python_error();
    for (std::int64_t i = first; i < last; ++i) {
      const std::int64_t place = sources.data()[i] - begin;
      if (place < 0 || place >= size) throw nb::index_error("a source lies in another list");
      PyObject* element = item(list.ptr(), place);
      Py_INCREF(element);
      put(made.ptr(), i - first, element);  // steals the reference
    }
    taken.append(made);
    begin += size;
  }
  return taken;
}

// The UTF-8 of many texts in one array, and their offsets.
nb::tuple flat_texts(nb::list texts) {
  const std::size_t rows = nb::len(texts);
  std::vector<std::string_view> views(rows);
  std::vector<std::int64_t> offsets{0};
  offsets.reserve(rows + 1);
  for (std::size_t row = 0; row < rows; ++row) {
    views[row] = text_of(item(texts.ptr(), static_cast<Py_ssize_t>(row)), "text");
    offsets.push_back(offsets.back() + static_cast<std::int64_t>(views[row].size()));
  }
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(offsets.back()));
  for (const std::string_view view : views) bytes += view;
  return nb::make_tuple(to_array(std::move(bytes)), to_array(std::move(offsets)));
}

}  // namespace

void bind_lists(nb::module_& module) {
  module.def("flat_numbers", &flat_numbers, nb::arg("lists"),
             nb::arg("missing").none() = nb::none(),
             "The whole numbers of many lists in one array, and the offsets of the lists.");
  module.def(
      "take_from_lists",
      [](nb::list lists, In<std::int64_t> sources, In<std::int64_t> offsets) {
        check_cuts(offsets, nb::len(lists), sources.size());
        return take_from_lists(lists, sources, offsets);
      },
      nb::arg("lists"), nb::arg("sources"), nb::arg("offsets"),
      "Lists of the elements at `sources` (indices into all lists joined), cut at `offsets`.");
  module.def("flat_texts", &flat_texts, nb::arg("texts"),
             "The UTF-8 of many texts in one array, and the offsets of the texts.");
}

}  // namespace spandrop::python
