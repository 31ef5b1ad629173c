// The UTF-8 of one str after another. Of most that are not ASCII it is made many times as fast as
// by Python, and no copy of it stays in the str.
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>
#include <vector>

namespace spandrop::python {

class Utf8Buffer {
 public:
  // The UTF-8 of a str, until the next call and while the str lives. A surrogate raises
  // UnicodeEncodeError.
  std::string_view of(nanobind::handle text);

 private:
  std::vector<char> bytes_;
};

}  // namespace spandrop::python
