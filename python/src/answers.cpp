// Answers in the form of SQuAD, mappings with the lists text and answer_start, into arrays and
// back.
#include <nanobind/nanobind.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "python/src/list_items.h"

namespace spandrop::python {
namespace {

constexpr const char* kText = "text";
constexpr const char* kBegin = "answer_start";

[[noreturn]] void refuse(std::size_t row, const std::string& expected) {
  throw std::invalid_argument("[Augment] row " + std::to_string(row) + ": expected " + expected);
}

// The list of this name in a row.
nb::object list_in(nb::handle mapping, nb::handle name, std::size_t row) {
  nb::object found = nb::steal(PyObject_GetItem(mapping.ptr(), name.ptr()));
  if (!found.is_valid()) {
    PyErr_Clear();
    refuse(row,
           "answers with text and answer_start, got " + std::string(nb::repr(mapping).c_str()));
  }
  if (PyList_Check(found.ptr())) return found;
  nb::object made = nb::steal(PySequence_List(found.ptr()));
  if (made.is_valid()) return made;
  PyErr_Clear();
  refuse(row, "lists of text and answer_start, got " + name_of_type(found));
}

std::int64_t begin_of(nb::handle element, std::size_t row) {
  const std::int64_t begin = PyLong_AsLongLong(element.ptr());
  if (begin != -1 || !PyErr_Occurred()) return begin;
  PyErr_Clear();
  refuse(row, "whole numbers as answer_start, got " + std::string(nb::repr(element).c_str()));
}

// Wraps round rather than overflow: whether the answer is there at all is seen later.
std::int64_t end_of(std::int64_t begin, nb::handle word) {
  const Py_ssize_t length = PyUnicode_GetLength(word.ptr());
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(begin) +
                                   static_cast<std::uint64_t>(length));
}

// The answers of all rows one after another: the offsets of the rows, where each answer begins and
// ends in code points, and its UTF-8 as flat_texts() gives it. A row that is None has no answers.
nb::tuple flat_answers(nb::list rows) {
  const nb::str text(kText), answer_start(kBegin);
  std::vector<std::int64_t> offsets{0}, begins, ends, places{0};
  std::string bytes;
  for (std::size_t row = 0; row < nb::len(rows); ++row) {
    const nb::object mapping = nb::borrow(rows[row]);
    if (!mapping.is_none()) {
      const nb::object starts = list_in(mapping, answer_start, row);
      const nb::object words = list_in(mapping, text, row);
      const std::size_t count = nb::len(words);
      if (nb::len(starts) != count) refuse(row, "as many answer_start as text");
      for (std::size_t i = 0; i < count; ++i) {
        const auto place = static_cast<Py_ssize_t>(i);
        const nb::object start = nb::borrow(item(starts.ptr(), place));  // __index__ may empty it
        const std::int64_t begin = begin_of(start, row);
        const nb::object word = nb::borrow(item(words.ptr(), place));
        bytes += text_of(word, "text");
        begins.push_back(begin);
        ends.push_back(end_of(begin, word));
        places.push_back(static_cast<std::int64_t>(bytes.size()));
      }
    }
    offsets.push_back(static_cast<std::int64_t>(begins.size()));
  }
  return nb::make_tuple(to_array(std::move(offsets)), to_array(std::move(begins)),
                        to_array(std::move(ends)),
                        nb::make_tuple(to_array(std::move(bytes)), to_array(std::move(places))));
}

bool begins_at(PyObject* list, const std::int64_t* begins, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    PyObject* element = item(list, static_cast<Py_ssize_t>(i));
    if (!PyLong_CheckExact(element) || PyLong_AsLongLong(element) != begins[i]) return false;
  }
  return true;
}

// Rows with the same answers at other places. A row whose places are the same is itself; others are
// copied. `offsets` are those of flat_answers().
nb::list answers_at(nb::list rows, In<std::int64_t> offsets, In<std::int64_t> begins) {
  const nb::str answer_start(kBegin);
  nb::list made;
  for (std::size_t row = 0; row < nb::len(rows); ++row) {
    const nb::object mapping = nb::borrow(rows[row]);
    const std::int64_t* first = begins.data() + offsets.data()[row];
    const auto count = static_cast<std::size_t>(offsets.data()[row + 1] - offsets.data()[row]);
    if (mapping.is_none() || begins_at(list_in(mapping, answer_start, row).ptr(), first, count)) {
      made.append(mapping);
      continue;
    }
    nb::dict copy;
    if (PyDict_Update(copy.ptr(), mapping.ptr()) < 0) throw nb::python_error();
    nb::object list = nb::steal(PyList_New(static_cast<Py_ssize_t>(count)));
    if (!list.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < count; ++i) {
      PyObject* number = PyLong_FromLongLong(first[i]);
      if (number == nullptr) throw nb::python_error();
      put(list.ptr(), static_cast<Py_ssize_t>(i), number);  // takes the reference
    }
    copy[answer_start] = list;
    made.append(copy);
  }
  return made;
}

}  // namespace

void bind_answers(nb::module_& module) {
  module.def(
      "flat_answers", &flat_answers, nb::arg("rows"),
      "Offsets of rows, begins and ends in code points, and texts of the answers of all rows.");
  module.def(
      "answers_at",
      [](nb::list rows, In<std::int64_t> offsets, In<std::int64_t> begins) {
        check_cuts(offsets, nb::len(rows), begins.size());
        return answers_at(rows, offsets, begins);
      },
      nb::arg("rows"), nb::arg("offsets"), nb::arg("begins"),
      "Rows with the same answers at other places.");
}

}  // namespace spandrop::python
