// Files of data sets, given by name or as content in memory.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

#include "python/src/convert.h"
#include "python/src/without_gil.h"
#include "spandrop/tasks/dataset_format.h"
#include "spandrop/tasks/files/padded_file.h"

namespace spandrop::python {

// Reads a tuple (name, content): content is bytes, or None to read the file of that name. None
// instead of the tuple means no file.
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

// Calls work() without the GIL; an invalid file raises ValueError.
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
