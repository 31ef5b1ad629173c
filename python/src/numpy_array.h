// NumPy arrays by NumPy's own C interface, where nanobind's arrays cost too much: a batch of 64
// sequences is dropped in 20 microseconds, of which those took two.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <span>

namespace spandrop::python {

namespace nb = nanobind;

// Loads NumPy. To be called once, before any of the functions below.
void import_numpy();

// The memory of an array, which must outlive this.
struct ArrayView {
  void* data;
  int axes;
  std::size_t rows;     // elements of the first axis
  std::size_t columns;  // of the second, or 1
  std::size_t item_size;
  char kind;       // as dtype.kind has it
  bool is_native;  // in the order of its bytes

  template <class T>
  std::span<T> as() const {
    return {static_cast<T*>(data), rows};
  }
  std::span<const std::byte> bytes() const {
    return {static_cast<const std::byte*>(data), rows * columns * item_size};
  }
};

enum class Access { read, write };

// Looks at an array of one or two axes, in one piece and aligned, whose elements are bits of 1, 2,
// 4 or 8 bytes (no objects, strings or structs). Anything else, also of a subclass, raises
// TypeError.
ArrayView view_of(nb::handle array, Access access = Access::read);

// Whether elements of two arrays mean the same, down to the order of bytes and the unit of dates.
bool have_same_type(nb::handle a, nb::handle b);

// A new array of the type and shape of another.
nb::object new_array_like(nb::handle array);

// The first rows of an array of one axis, in the same memory.
nb::object first_rows(nb::handle array, std::size_t rows);

}  // namespace spandrop::python
