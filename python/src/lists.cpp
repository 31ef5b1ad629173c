// Python lists into arrays and back, without a step of the interpreter for each element.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/convert.h"

namespace spandrop::python {
namespace {

// The macros of CPython are many times as fast as its functions, but the stable interface has none.
#ifdef Py_LIMITED_API
void put(PyObject* list, Py_ssize_t i, PyObject* element) { PyList_SetItem(list, i, element); }
PyObject* quick_item(PyObject*, Py_ssize_t) { return nullptr; }
#else
void put(PyObject* list, Py_ssize_t i, PyObject* element) { PyList_SET_ITEM(list, i, element); }
PyObject* quick_item(PyObject* list, Py_ssize_t i) {
  return i < PyList_GET_SIZE(list) ? PyList_GET_ITEM(list, i) : nullptr;
}
#endif

// An element, borrowed. What is called meanwhile, such as an element's __index__, may have made the
// list shorter than it was.
PyObject* item(PyObject* list, Py_ssize_t i) {
  PyObject* element = quick_item(list, i);
  if (element == nullptr) element = PyList_GetItem(list, i);
  if (element == nullptr) throw nb::python_error();
  return element;
}

std::size_t size_of(nb::handle list, std::size_t row) {
  if (!PyList_Check(list.ptr())) {
    throw nb::type_error(
        ("row " + std::to_string(row) + ": expected a list, got " + name_of_type(list)).c_str());
  }
  return nb::len(list);
}

// The whole numbers of many lists one after another, and the offsets of the lists. `missing` stands
// for None; without it None is refused.
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

// New lists of the elements that stand at `sources`, numbered through all lists, cut at `offsets`.
nb::list take_from_lists(nb::list lists, In<std::int64_t> sources, In<std::int64_t> offsets) {
  nb::list taken;
  std::int64_t begin = 0;  // of the list at hand, among all elements
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
      put(made.ptr(), i - first, element);  // takes the reference
    }
    taken.append(made);
    begin += size;
  }
  return taken;
}

void check_cuts(nb::list lists, In<std::int64_t> sources, In<std::int64_t> offsets) {
  const std::size_t rows = nb::len(lists);
  bool fits = offsets.size() == rows + 1 && offsets.data()[0] == 0 &&
              offsets.data()[rows] == static_cast<std::int64_t>(sources.size());
  for (std::size_t row = 0; fits && row < rows; ++row)
    fits = offsets.data()[row] <= offsets.data()[row + 1];
  if (!fits) throw std::invalid_argument("[take] expected offsets that cut the sources into lists");
}

// The UTF-8 of many texts one after another, and their offsets.
nb::tuple flat_texts(nb::list texts) {
  const std::size_t rows = nb::len(texts);
  std::string bytes;
  std::vector<std::int64_t> offsets{0};
  offsets.reserve(rows + 1);
  for (std::size_t row = 0; row < rows; ++row) {
    bytes += text_of(texts[row], "text");
    offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  }
  return nb::make_tuple(to_array(std::move(bytes)), to_array(std::move(offsets)));
}

// The texts between the offsets, as flat_texts() takes them.
nb::list list_of_texts(In<std::uint8_t> bytes, In<std::int64_t> offsets) {
  nb::list texts;
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
    const std::int64_t begin = offsets.data()[row], end = offsets.data()[row + 1];
    if (begin < 0 || end < begin || static_cast<std::size_t>(end) > bytes.size())
      throw std::invalid_argument("[list_of_texts] expected offsets that do not fall");
    const char* text = reinterpret_cast<const char*>(bytes.data()) + begin;
    nb::object made = nb::steal(PyUnicode_FromStringAndSize(text, end - begin));
    if (!made.is_valid()) throw nb::python_error();
    texts.append(made);
  }
  return texts;
}

}  // namespace

void bind_lists(nb::module_& module) {
  module.def("flat_numbers", &flat_numbers, nb::arg("lists"),
             nb::arg("missing").none() = nb::none(),
             "The whole numbers of many lists in one array, and the offsets of the lists.");
  module.def(
      "take_from_lists",
      [](nb::list lists, In<std::int64_t> sources, In<std::int64_t> offsets) {
        check_cuts(lists, sources, offsets);
        return take_from_lists(lists, sources, offsets);
      },
      nb::arg("lists"), nb::arg("sources"), nb::arg("offsets"),
      "Lists of the elements at `sources`, which number those of all lists, cut at `offsets`.");
  module.def("flat_texts", &flat_texts, nb::arg("texts"),
             "The UTF-8 of many texts in one array, and the offsets of the texts.");
  module.def("list_of_texts", &list_of_texts, nb::arg("bytes"), nb::arg("offsets"),
             "The texts between the offsets.");
}

}  // namespace spandrop::python
