// Encodes one str after another as UTF-8. For most non-ASCII texts this is many times faster than
// Python's encoder, and no copy stays in the str.
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>
#include <vector>

namespace spandrop::python {

class Utf8Buffer {
 public:
  // The UTF-8 of a str, valid until the next call and while the str lives. A surrogate raises
  // UnicodeEncodeError.
  std::string_view of(nanobind::handle text);

 private:
  std::vector<char> bytes_;
};

}  // namespace spandrop::python
