// From Python objects to what the library takes, with messages that say what was expected.
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

// An object as Python writes it, for messages.
std::string written(nb::handle object);

// Lets an error that Python has set pass, unless it is one of these, which the caller tells better.
void clear_only(std::initializer_list<PyObject*> kinds);

// The UTF-8 of a str, which must outlive it. A surrogate raises UnicodeEncodeError.
std::string_view text_of(nb::handle object, const char* what);

// A whole number from 0 to 2^64 - 1: an int, or what can be used as one, such as NumPy's.
std::uint64_t whole_number(nb::handle object, const char* what);

// A number that a double holds: a float, an int, or what can be used as one.
double real_number(nb::handle object, const char* what);

// Pairs of begin and end. None: no ranges.
std::vector<UnitRange> ranges_of(nb::handle object, const char* what);

// The id of an example by its name: a str, an int or an ExampleId.
ExampleId id_from(nb::handle object);

}  // namespace spandrop::python
