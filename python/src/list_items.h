// Fast access to the elements of Python lists.
#pragma once

#include <nanobind/nanobind.h>

namespace spandrop::python {

// CPython's macros are many times faster than its functions, but the stable ABI does not have them.
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

// A borrowed reference to an element. Checks the index, because calls such as an element's
// __index__ may have shortened the list.
inline PyObject* item(PyObject* list, Py_ssize_t i) {
  PyObject* element = quick_item(list, i);
  if (element == nullptr) element = PyList_GetItem(list, i);
  if (element == nullptr) throw nanobind::python_error();
  return element;
}

}  // namespace spandrop::python
