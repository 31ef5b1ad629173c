#include "spandrop/drop/drop_example.h"

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "python/src/without_gil.h"

namespace spandrop::python {
namespace {

nb::list to_list(const std::vector<MovedLabel>& moved) {
  nb::list list;
  for (const MovedLabel& one : moved) {
    list.append(nb::make_tuple(one.now.begin, one.now.end, name_of(one.fate)));
  }
  return list;
}

DroppedExample run(const DropOptions& options, const Example& example, std::uint64_t view) {
  const WithoutGil released;
  Summary summary;
  DroppedExample dropped;
  const auto done = ExampleDropper(options).drop(example, view, dropped, summary);
  if (done) return dropped;
  throw std::invalid_argument("[drop] " + done.error().message());
}

void read_labels(Example& example, nb::handle annotations, nb::handle never_drop,
                 nb::handle spans) {
  example.annotations = ranges_of(annotations, "annotations");
  example.never_drop = ranges_of(never_drop, "protected");
  if (!spans.is_none()) example.spans = ranges_of(spans, "spans");
}

DroppedExample drop_text(const DropOptions& options, nb::handle text, nb::handle id,
                         nb::handle view, nb::handle annotations, nb::handle never_drop,
                         nb::handle spans, nb::handle question) {
  Example example;
  example.text = text_of(text, "text");
  example.id = id.is_none() ? content_id(*example.text) : id_from(id);
  example.question = text_of(question, "question");
  read_labels(example, annotations, never_drop, spans);
  return run(options, example, whole_number(view, "view"));
}

DroppedExample drop_elements(const DropOptions& options, nb::handle length, nb::handle id,
                             nb::handle view, nb::handle annotations, nb::handle never_drop,
                             nb::handle spans) {
  Example example;
  example.length = whole_number(length, "length");
  example.id = id_from(id);
  read_labels(example, annotations, never_drop, spans);
  return run(options, example, whole_number(view, "view"));
}

}  // namespace

void bind_drop_example(nb::module_& module) {
  nb::class_<DroppedExample>(module, "Dropped", "An example after a drop.")
      .def_prop_ro("text",
                   [](const DroppedExample& d) { return nb::str(d.text.data(), d.text.size()); })
      .def(
          "kept", [](const DroppedExample& d) { return to_bools(d.keep); },
          "Whether each span was kept.")
      .def_prop_ro(
          "annotations", [](const DroppedExample& d) { return to_list(d.annotations); },
          nb::sig("def annotations(self) -> list[tuple[int, int, str]]"),
          "Begin, end and fate of each annotation.")
      .def_prop_ro(
          "protected", [](const DroppedExample& d) { return to_list(d.never_drop); },
          nb::sig("def protected(self) -> list[tuple[int, int, str]]"),
          "Begin, end and fate of each protected range.")
      .def_ro("offsets", &DroppedExample::positions);
  module.def("drop_text", &drop_text, nb::arg("options"), nb::arg("text").none(),
             nb::arg("id").none(), nb::arg("view").none(), nb::arg("annotations").none(),
             nb::arg("protected").none(), nb::arg("spans").none(), nb::arg("question").none(),
             "Drop spans from a text.");
  module.def("drop_elements", &drop_elements, nb::arg("options"), nb::arg("length").none(),
             nb::arg("id").none(), nb::arg("view").none(), nb::arg("annotations").none(),
             nb::arg("protected").none(), nb::arg("spans").none(),
             "Drop spans from a sequence with this many elements.");
}

}  // namespace spandrop::python
