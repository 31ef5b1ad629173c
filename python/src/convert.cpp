#include "python/src/convert.h"

#include "spandrop/base/message_text.h"

namespace spandrop::python {
namespace {

[[noreturn]] void refuse_type(const char* what, const char* expected, nb::handle got) {
  throw nb::type_error(
      (std::string(what) + ": expected " + expected + ", got " + name_of_type(got)).c_str());
}

}  // namespace

std::string name_of_type(nb::handle object) {
  return object.is_none() ? "None" : nb::str(object.type().attr("__name__")).c_str();
}

std::string written(nb::handle object) {
  nb::object text = nb::steal(PyObject_Repr(object.ptr()));
  if (!text.is_valid()) throw nb::python_error();
  if (const char* utf8 = PyUnicode_AsUTF8AndSize(text.ptr(), nullptr)) return shortened(utf8);
  PyErr_Clear();  // it has surrogates
  text = nb::steal(PyObject_ASCII(object.ptr()));
  if (!text.is_valid()) throw nb::python_error();
  return shortened(nb::cast<nb::str>(text).c_str());
}

void clear_only(std::initializer_list<PyObject*> kinds) {
  for (PyObject* kind : kinds) {
    if (PyErr_ExceptionMatches(kind)) return PyErr_Clear();
  }
  throw nb::python_error();
}

std::string_view text_of(nb::handle object, const char* what) {
  if (!PyUnicode_Check(object.ptr())) refuse_type(what, "a str", object);
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (!bytes) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

std::uint64_t whole_number(nb::handle object, const char* what) {
  if (!PyIndex_Check(object.ptr())) refuse_type(what, "a whole number", object);
  const nb::object number = nb::steal(PyNumber_Index(object.ptr()));
  if (!number.is_valid()) throw nb::python_error();
  const std::uint64_t value = PyLong_AsUnsignedLongLong(number.ptr());
  if (PyErr_Occurred()) {
    PyErr_Clear();
    throw nb::value_error((std::string(what) +
                           ": expected a whole number from 0 to 2^64 - 1, got " +
                           nb::str(number).c_str())
                              .c_str());
  }
  return value;
}

double real_number(nb::handle object, const char* what) {
  const double number = PyFloat_AsDouble(object.ptr());
  if (number == -1.0 && PyErr_Occurred()) {
    if (PyErr_ExceptionMatches(PyExc_OverflowError)) {
      PyErr_Clear();
      throw nb::value_error(
          (std::string(what) + ": expected a number that fits into a double").c_str());
    }
    clear_only({PyExc_TypeError});
    refuse_type(what, "a number", object);
  }
  return number;
}

std::vector<UnitRange> ranges_of(nb::handle object, const char* what) {
  std::vector<UnitRange> ranges;
  if (object.is_none()) return ranges;
  for (const nb::handle pair : nb::iter(object)) {
    const std::string place = std::string(what) + "[" + std::to_string(ranges.size()) + "]";
    if (!PySequence_Check(pair.ptr()) || PyUnicode_Check(pair.ptr())) {
      refuse_type(place.c_str(), "begin and end", pair);
    }
    if (nb::len(pair) != 2) {
      throw nb::value_error(
          (place + ": expected begin and end, got " + std::to_string(nb::len(pair)) + " values")
              .c_str());
    }
    ranges.push_back({whole_number(nb::object(pair[0]), place.c_str()),
                      whole_number(nb::object(pair[1]), place.c_str())});
  }
  return ranges;
}

ExampleId id_from(nb::handle object) {
  if (nb::isinstance<ExampleId>(object)) return nb::cast<ExampleId>(object);
  if (PyUnicode_Check(object.ptr())) return id_of(text_of(object, "id"));
  if (PyIndex_Check(object.ptr()) && !PyBool_Check(object.ptr())) {
    // An int is named by its digits, however many there are.
    const nb::object number = nb::steal(PyNumber_Index(object.ptr()));
    if (!number.is_valid()) throw nb::python_error();
    return id_of(std::string_view(nb::str(number).c_str()));
  }
  refuse_type("id", "a str, an int or an ExampleId", object);
}

}  // namespace spandrop::python
