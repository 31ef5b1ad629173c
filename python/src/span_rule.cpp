#include "spandrop/text/span_rule.h"

#include <stdexcept>
#include <vector>

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "python/src/without_gil.h"
#include "spandrop/text/units.h"

namespace spandrop::python {
namespace {

// Begin, end and span number of each range of a text, in code points.
Array<std::int64_t> segment(nb::handle text, nb::handle rule, nb::handle question) {
  const std::string_view bytes = text_of(text, "text");
  const std::string_view asked = text_of(question, "question");
  const std::string_view written = text_of(rule, "spans");
  std::vector<std::int64_t> rows;
  try {
    const WithoutGil released;
    const Spans spans = SpanRule(written).of_text(bytes, asked);
    const UnitIndex index(bytes, Unit::code_point);
    rows.reserve(3 * spans.ranges().size());
    for (std::size_t i = 0; i < spans.ranges().size(); ++i) {
      const Range range = spans.ranges()[i];
      for (const std::size_t number :
           {index.to_units(range.begin), index.to_units(range.end), spans.owner(i)}) {
        rows.push_back(static_cast<std::int64_t>(number));
      }
    }
  } catch (const std::runtime_error& error) {  // the pattern takes too long on this text
    throw nb::value_error(error.what());
  }
  const std::size_t count = rows.size() / 3;
  return to_array(std::move(rows), {count, 3});
}

}  // namespace

void bind_span_rule(nb::module_& module) {
  module.def(
      "segment", &segment, nb::arg("text").none(), nb::arg("spans").none(),
      nb::arg("question").none(),
      "The ranges of the spans of a text, in code points, each with the number of its span.");
}

}  // namespace spandrop::python
