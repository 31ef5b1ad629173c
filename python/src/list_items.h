// Elements of Python lists, read and set as fast as the interface allows.
#pragma once

#include <nanobind/nanobind.h>

namespace spandrop::python {

// The macros of CPython are many times as fast as its functions, but the stable interface has none.
#ifdef Py_LIMITED_API
inline void put(PyObject* list, Py_ssize_t i, PyObject* element) {
  PyList_SetItem(list, i, element);
}
inline PyObject* quick_item(PyObject*, Py_ssize_t) { return nullptr; }
#else
inline void put(PyObject* list, Py_ssize_t i, PyObject* element) {
  PyList_SET_ITEM(list, i, element);
}
inline PyObject* quick_item(PyObject* list, Py_ssize_t i) {
  return i < PyList_GET_SIZE(list) ? PyList_GET_ITEM(list, i) : nullptr;
}
#endif

// An element, borrowed. What is called meanwhile, such as an element's __index__, may have made the
// list shorter than it was.
inline PyObject* item(PyObject* list, Py_ssize_t i) {
  PyObject* element = quick_item(list, i);
  if (element == nullptr) element = PyList_GetItem(list, i);
  if (element == nullptr) throw nanobind::python_error();
  return element;
}

}  // namespace spandrop::python
