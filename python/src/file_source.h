// Files of data sets, by their names or out of memory.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

#include "python/src/convert.h"
#include "python/src/without_gil.h"
#include "spandrop/tasks/dataset_format.h"
#include "spandrop/tasks/files/padded_file.h"

namespace spandrop::python {

// A tuple of a name and of bytes, or of None for the file of that name. None: no file.
inline FileSource source_of(nb::handle object) {
  if (object.is_none()) return {};
  const auto [name, content] = nb::cast<std::pair<nb::object, nb::object>>(object);
  FileSource source{std::string(text_of(name, "name"))};
  if (!content.is_none()) {
    const auto bytes = nb::cast<nb::bytes>(content);
    source.content.emplace(bytes.c_str(), bytes.size());
  }
  return source;
}

// Calls work() while other threads may run Python; a file that is not what it should be is a
// ValueError.
template <class Work>
void without_lock(Work work) {
  try {
    const WithoutGil released;
    work();
  } catch (const BadDatasetError& bad) {
    throw nb::value_error(bad.what());
  }
}

}  // namespace spandrop::python
