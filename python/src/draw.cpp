#include "spandrop/core/draw.h"

#include <nanobind/stl/vector.h>

#include <limits>
#include <vector>

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "python/src/without_gil.h"

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

Array<bool> draw_spans(nb::handle id, nb::handle n, nb::handle seed, nb::handle view,
                       nb::handle rate, nb::handle gamma, nb::handle min_keep,
                       const std::vector<std::size_t>& never_drop, const std::vector<double>& rates,
                       nb::handle attempt) {
  const Key key{whole_number(seed, "seed"), whole_number(view, "view"), id_from(id)};
  const std::uint64_t spans = whole_number(n, "n"), number = whole_number(attempt, "attempt");
  if (spans > std::numeric_limits<std::uint32_t>::max() || number >= kMostTries)
    throw nb::value_error("[draw] expected fewer than 2^32 spans and fewer than 2^24 tries");
  const KeepMask protect = mask_of(never_drop, spans);
  const DrawOptions options{{real_number(rate, "rate"), real_number(gamma, "gamma")},
                            whole_number(min_keep, "min_keep"),
                            static_cast<std::uint32_t>(number) + 1};
  if (!rates.empty() && number != 0)
    throw nb::value_error(
        "[draw] expected no attempt together with rates, which are drawn only once");
  if (!rates.empty() && rates.size() != spans)
    throw nb::value_error("[draw] expected one rate per span");
  const KeepMask mask = [&] {
    const WithoutGil released;
    if (!rates.empty()) return draw_with_rates(key, rates, options, &protect);
    std::uint64_t tries = 0;
    const auto is_last = [&](const KeepMask&) { return tries++ == number; };
    return draw_until(key, spans, options, &protect, is_last).mask;
  }();
  return to_bools(mask);
}

}  // namespace

void bind_draw(nb::module_& module) {
  const DrawOptions defaults;
  module.def("draw", &draw_spans, nb::arg("id").none(), nb::arg("n").none(), nb::kw_only(),
             nb::arg("seed").none() = 0, nb::arg("view").none() = 0,
             nb::arg("rate").none() = defaults.law.rate,
             nb::arg("gamma").none() = defaults.law.gamma,
             nb::arg("min_keep").none() = defaults.min_keep,
             nb::arg("protected") = std::vector<std::size_t>(),
             nb::arg("rates") = std::vector<double>(), nb::arg("attempt").none() = 0,
             nb::sig("def draw(id: str | int | ExampleId, n: int, *, seed: int = 0, view: int = 0, "
                     "rate: float = 0.1, gamma: float = 1.0, min_keep: int = 0, protected: "
                     "collections.abc.Iterable[int] = (), rates: collections.abc.Iterable[float] = "
                     "(), attempt: int = 0) -> numpy.typing.NDArray[numpy.bool_]"),
             "Draw which of n spans are kept, as docs/draw.md specifies: one bool per span.\n\n"
             "`protected` lists spans that are always kept. `rates` gives each span its own rate "
             "(gamma is then infinite). `attempt` is the number of the try in a noise-free draw.");
}

}  // namespace spandrop::python
