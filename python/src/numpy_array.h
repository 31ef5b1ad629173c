// NumPy arrays through NumPy's C API, where nanobind's arrays are too slow: they took 2 of the 20
// microseconds of a drop of 64 sequences.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <span>

namespace spandrop::python {

namespace nb = nanobind;

// Loads NumPy. Call it once, before any of the functions below.
void import_numpy();

// The memory of an array, which must outlive this.
struct ArrayView {
  void* data;
  int axes;
  std::size_t rows;     // elements of the first axis
  std::size_t columns;  // of the second, or 1
  std::size_t item_size;
  char kind;       // dtype.kind
  bool is_native;  // in native byte order

  template <class T>
  std::span<T> as() const {
    return {static_cast<T*>(data), rows};
  }
  std::span<const std::byte> bytes() const {
    return {static_cast<const std::byte*>(data), rows * columns * item_size};
  }
};

enum class Access { read, write };

// A view of a contiguous, aligned array with one or two axes, whose elements are plain values of 1,
// 2, 4 or 8 bytes (no objects, strings or structs). Anything else, including subclasses, raises
// TypeError.
ArrayView view_of(nb::handle array, Access access = Access::read);

// Whether two arrays have the same dtype, including the byte order and the unit of dates.
bool have_same_type(nb::handle a, nb::handle b);

// A new array with the type and shape of another.
nb::object new_array_like(nb::handle array);

// The first rows of a one-dimensional array, in the same memory.
nb::object first_rows(nb::handle array, std::size_t rows);

}  // namespace spandrop::python
