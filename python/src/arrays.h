// NumPy arrays that own their memory, and views of the caller's arrays.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace spandrop::python {

namespace nb = nanobind;

template <class T>
using Array = nb::ndarray<nb::numpy, T>;

// Contiguous one-dimensional arrays, to read and to write.
template <class T>
using In = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Throws if the offsets do not cut `size` elements into `rows` rows.
inline void check_cuts(const In<std::int64_t>& offsets, std::size_t rows, std::size_t size) {
  bool fits = offsets.size() == rows + 1 && offsets.data()[0] == 0 &&
              offsets.data()[rows] == static_cast<std::int64_t>(size);
  for (std::size_t row = 0; fits && row < rows; ++row)
    fits = offsets.data()[row] <= offsets.data()[row + 1];
  if (!fits) throw std::invalid_argument("expected offsets that cut the elements into rows");
}

// Turns a vector into an array without copying.
template <class T>
Array<T> to_array(std::vector<T> values, std::initializer_list<std::size_t> shape) {
  auto* owner = new std::vector<T>(std::move(values));
  const nb::capsule capsule(owner,
                            [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Array<T>(owner->data(), shape, capsule);
}

template <class T>
Array<T> to_array(std::vector<T> values) {
  const std::size_t size = values.size();
  return to_array(std::move(values), {size});
}

// Turns a string into an array of bytes without copying.
inline Array<std::uint8_t> to_array(std::string bytes) {
  auto* owner = new std::string(std::move(bytes));
  const nb::capsule capsule(owner, [](void* p) noexcept { delete static_cast<std::string*>(p); });
  return Array<std::uint8_t>(reinterpret_cast<std::uint8_t*>(owner->data()), {owner->size()},
                             capsule);
}

// One bool per bit of a KeepMask or a vector<bool>.
template <class Bits>
Array<bool> to_bools(const Bits& bits) {
  auto* owner = new bool[bits.size()];
  const nb::capsule capsule(owner, [](void* p) noexcept { delete[] static_cast<bool*>(p); });
  for (std::size_t i = 0; i < bits.size(); ++i) owner[i] = bits[i];
  return Array<bool>(owner, {bits.size()}, capsule);
}

}  // namespace spandrop::python
