#include "spandrop/core/draw.h"

#include <nanobind/stl/vector.h>

#include <vector>

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/convert.h"

namespace spandrop::python {
namespace {

KeepMask mask_of(const std::vector<std::size_t>& spans, std::size_t n) {
  KeepMask mask(n);
  for (const std::size_t span : spans) {
    if (span >= n) {
      throw nb::value_error(("[draw] expected protected spans below " + std::to_string(n) +
                             ", got " + std::to_string(span))
                                .c_str());
    }
    mask.keep(span);
  }
  return mask;
}

Array<bool> draw_spans(nb::handle id, std::size_t n, nb::handle seed, nb::handle view, double rate,
                       double gamma, std::size_t min_keep,
                       const std::vector<std::size_t>& never_drop, const std::vector<double>& rates,
                       std::uint32_t attempt) {
  const Key key{whole_number(seed, "seed"), whole_number(view, "view"), id_from(id)};
  const KeepMask protect = mask_of(never_drop, n);
  const DrawOptions options{{rate, gamma}, min_keep, attempt + 1};
  if (!rates.empty()) return to_bools(draw_with_rates(key, rates, options, &protect));
  std::uint32_t tries = 0;
  const auto is_last = [&](const KeepMask&) { return tries++ == attempt; };
  return to_bools(draw_until(key, n, options, &protect, is_last).mask);
}

}  // namespace

void bind_draw(nb::module_& module) {
  const DrawOptions defaults;
  module.def("draw", &draw_spans, nb::arg("id"), nb::arg("n"), nb::kw_only(), nb::arg("seed") = 0,
             nb::arg("view") = 0, nb::arg("rate") = defaults.law.rate,
             nb::arg("gamma") = defaults.law.gamma, nb::arg("min_keep") = defaults.min_keep,
             nb::arg("protected") = std::vector<std::size_t>(),
             nb::arg("rates") = std::vector<double>(), nb::arg("attempt") = 0,
             "Draws which of n spans are kept, as docs/draw.md says; one bool a span.\n\n"
             "`protected` are the numbers of spans that are kept in any case, `rates` gives each "
             "span a rate of its own, `attempt` is the number of the try of a noise-free draw.");
}

}  // namespace spandrop::python
