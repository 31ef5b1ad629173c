#include "spandrop/core/key.h"

#include <fmt/format.h>
#include <nanobind/stl/tuple.h>

#include <string_view>
#include <tuple>
#include <vector>

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "python/src/without_gil.h"

namespace spandrop::python {
namespace {

using Ids = nb::ndarray<nb::numpy, std::uint64_t, nb::shape<-1, 2>>;

Ids to_ids(const std::vector<ExampleId>& ids) {
  std::vector<std::uint64_t> words;
  words.reserve(2 * ids.size());
  for (const ExampleId& id : ids) words.insert(words.end(), {id.low, id.high});
  return Ids(to_array(std::move(words), {ids.size(), 2}));
}

ExampleId content_of_strings(nb::handle strings) {
  const nb::list held(strings);  // an iterator may create strings that live for only one step
  std::vector<std::string_view> views;
  for (const nb::handle text : held) views.push_back(text_of(text, "token"));
  return content_id(std::span<const std::string_view>(views));
}

// The content id of an array, from the bytes of its rows.
ExampleId content_of_rows(In<std::uint8_t> bytes, std::size_t rows) {
  std::vector<std::string_view> views(rows);
  const std::size_t row_bytes = rows == 0 ? 0 : bytes.size() / rows;
  const char* at = reinterpret_cast<const char*>(bytes.data());
  for (std::string_view& view : views) view = {at, row_bytes}, at += row_bytes;
  return content_id(std::span<const std::string_view>(views));
}

Ids ids_of_numbers(In<std::int64_t> numbers) {
  std::vector<ExampleId> ids(numbers.size());
  {
    const WithoutGil released;
    for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = id_of(numbers.data()[i]);
  }
  return to_ids(ids);
}

Ids ids_of_names(nb::handle names) {
  std::vector<ExampleId> ids;
  for (const nb::handle name : nb::iter(names)) ids.push_back(id_from(name));
  return to_ids(ids);
}

}  // namespace

void bind_key(nb::module_& module) {
  nb::class_<ExampleId>(module, "ExampleId",
                        "Names an example: 128 bits made from its own id, or from its content.")
      .def(
          "__init__",
          [](ExampleId* self, nb::handle low, nb::handle high) {
            new (self) ExampleId{whole_number(low, "low"), whole_number(high, "high")};
          },
          nb::arg("low").none(), nb::arg("high").none(),
          nb::sig("def __init__(self, low: int, high: int) -> None"))
      .def_ro("low", &ExampleId::low)
      .def_ro("high", &ExampleId::high)
      .def(
          "__eq__", [](const ExampleId& a, const ExampleId& b) { return a == b; },
          nb::is_operator(), nb::sig("def __eq__(self, arg: object, /) -> bool"))
      .def("__hash__", [](const ExampleId& id) { return id.low ^ id.high; })
      .def("__repr__",
           [](const ExampleId& id) {
             return nb::str(fmt::format("ExampleId(0x{:x}, 0x{:x})", id.low, id.high).c_str());
           })
      .def("__getstate__", [](const ExampleId& id) { return nb::make_tuple(id.low, id.high); })
      .def("__setstate__", [](ExampleId& self, std::tuple<std::uint64_t, std::uint64_t> state) {
        new (&self) ExampleId{std::get<0>(state), std::get<1>(state)};
      });
  module.def("id_of", &id_from, nb::arg("name").none(),
             "The id of a named example; the name is a str or an int, and 17 and \"17\" give the "
             "same id.");
  module.def(
      "content_id_of_text", [](nb::handle text) { return content_id(text_of(text, "text")); },
      nb::arg("text").none(), "The id of a text without a name.");
  module.def(
      "content_id_of_numbers",
      [](In<std::int64_t> tokens) {
        return content_id(std::span<const std::int64_t>(tokens.data(), tokens.size()));
      },
      nb::arg("tokens"), "The id of tokens without a name that are whole numbers.");
  module.def("content_id_of_strings", &content_of_strings, nb::arg("tokens"),
             "The id of tokens without a name that are strings.");
  module.def("content_id_of_rows", &content_of_rows, nb::arg("bytes"), nb::arg("rows"),
             "The id of an array without a name, by the bytes of its rows.");
  module.def("ids_of_numbers", &ids_of_numbers, nb::arg("numbers"), "id_of for each, as an array.");
  module.def("ids_of_names", &ids_of_names, nb::arg("names"), "id_of for each, as an array.");
}

}  // namespace spandrop::python
