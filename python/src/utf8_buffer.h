// The UTF-8 of one str after another, many times as fast as Python makes it of a str that is not
// ASCII, and without a copy that stays in the str.
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
