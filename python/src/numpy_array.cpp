#include "python/src/numpy_array.h"

#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_1_25_API_VERSION
#include <numpy/arrayobject.h>

#include <string_view>

namespace spandrop::python {
namespace {

PyArrayObject* array_of(nb::handle object) {
  return reinterpret_cast<PyArrayObject*>(object.ptr());
}

nb::object owned(PyObject* made) {
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

}  // namespace

void import_numpy() {
  if (_import_array() < 0) throw nb::python_error();
}

ArrayView view_of(nb::handle object, Access access) {
  if (!PyArray_CheckExact(object.ptr())) throw nb::type_error("expected a NumPy array");
  PyArrayObject* array = array_of(object);
  const int wanted = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED |
                     (access == Access::write ? NPY_ARRAY_WRITEABLE : 0);
  if (!PyArray_CHKFLAGS(array, wanted))
    throw nb::type_error("expected a contiguous array, writeable if it is an output");
  const int axes = PyArray_NDIM(array);
  const char kind = PyArray_DESCR(array)->kind;
  const auto item_size = static_cast<std::size_t>(PyArray_ITEMSIZE(array));
  const bool has_size = item_size == 1 || item_size == 2 || item_size == 4 || item_size == 8;
  if (axes < 1 || axes > 2 || !has_size ||
      std::string_view("biufcmM").find(kind) == std::string_view::npos)
    throw nb::type_error("expected a one- or two-dimensional array of numbers");
  return {PyArray_DATA(array),
          axes,
          static_cast<std::size_t>(PyArray_DIM(array, 0)),
          axes == 1 ? 1 : static_cast<std::size_t>(PyArray_DIM(array, 1)),
          item_size,
          kind,
          PyArray_ISNOTSWAPPED(array)};
}

bool have_same_type(nb::handle a, nb::handle b) {
  PyArray_Descr *of_a = PyArray_DESCR(array_of(a)), *of_b = PyArray_DESCR(array_of(b));
  return of_a == of_b || PyArray_EquivTypes(of_a, of_b);
}

nb::object new_array_like(nb::handle array) {
  PyArray_Descr* type = PyArray_DESCR(array_of(array));
  Py_INCREF(reinterpret_cast<PyObject*>(type));  // the new array steals the reference
  return owned(PyArray_NewFromDescr(&PyArray_Type, type, PyArray_NDIM(array_of(array)),
                                    PyArray_DIMS(array_of(array)), nullptr, nullptr, 0, nullptr));
}

nb::object first_rows(nb::handle object, std::size_t rows) {
  PyArrayObject* array = array_of(object);
  PyArray_Descr* type = PyArray_DESCR(array);
  Py_INCREF(reinterpret_cast<PyObject*>(type));  // the new array steals the reference
  npy_intp shape[] = {static_cast<npy_intp>(rows)};
  nb::object made = owned(PyArray_NewFromDescr(&PyArray_Type, type, 1, shape, nullptr,
                                               PyArray_DATA(array), NPY_ARRAY_CARRAY, nullptr));
  Py_INCREF(object.ptr());  // the base object is stolen too
  if (PyArray_SetBaseObject(array_of(made), object.ptr()) < 0) throw nb::python_error();
  return made;
}

}  // namespace spandrop::python
