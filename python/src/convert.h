// Converts Python objects for the library; error messages say what was expected.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/core/key.h"
#include "spandrop/text/units.h"

namespace spandrop::python {

namespace nb = nanobind;

// The name of the type of an object, for messages.
std::string name_of_type(nb::handle object);

// The repr of an object, for messages.
std::string written(nb::handle object);

// Clears the current Python error if it is one of these, for which the caller has a better message;
// throws any other.
void clear_only(std::initializer_list<PyObject*> kinds);

// The UTF-8 of a str, which must outlive the result. A surrogate raises UnicodeEncodeError.
std::string_view text_of(nb::handle object, const char* what);

// A whole number from 0 to 2^64 - 1: an int, or anything with __index__, such as NumPy's integers.
std::uint64_t whole_number(nb::handle object, const char* what);

// A number that fits into a double: a float, an int, or anything that converts to float.
double real_number(nb::handle object, const char* what);

// Pairs of begin and end; None means no ranges.
std::vector<UnitRange> ranges_of(nb::handle object, const char* what);

// The id of an example, given as a str, an int or an ExampleId.
ExampleId id_from(nb::handle object);

}  // namespace spandrop::python
