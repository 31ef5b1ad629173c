#include "spandrop/text/question_overlap.h"

#include <span>
#include <vector>

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "python/src/without_gil.h"

namespace spandrop::python {
namespace {

Array<bool> shared(const In<std::int32_t>& context, const In<std::int32_t>& question,
                   nb::handle n) {
  const std::uint64_t size = whole_number(n, "n");
  std::vector<bool> found;
  {
    const WithoutGil released;
    found = shared_tokens(std::span(context.data(), context.size()),
                          std::span(question.data(), question.size()), size);
  }
  return to_bools(found);
}

}  // namespace

void bind_question_overlap(nb::module_& module) {
  module.def("shared_tokens", &shared, nb::arg("context"), nb::arg("question"), nb::arg("n").none(),
             "Which tokens of a context are in an n-gram that also occurs in the question.");
}

}  // namespace spandrop::python
