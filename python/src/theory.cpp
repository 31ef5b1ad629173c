#include "spandrop/core/theory.h"

#include <utility>

#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "python/src/without_gil.h"

namespace spandrop::python {

void bind_theory(nb::module_& module) {
  const Law defaults;
  module.def(
      "theory",
      [](nb::handle n, nb::handle m, nb::handle rate, nb::handle gamma) {
        const Law law{real_number(rate, "rate"), real_number(gamma, "gamma")};
        const std::uint64_t spans = whole_number(n, "n"), facts = whole_number(m, "m");
        const Forecast f = [&] {
          const WithoutGil released;
          return forecast(law, spans, facts);
        }();
        nb::dict figures;
        for (const auto& [name, value] : std::initializer_list<std::pair<const char*, double>>{
                 {"length_mean", f.length_mean},
                 {"length_variance", f.length_variance},
                 {"length_sd", f.length_sd},
                 {"log_p_unchanged", f.log_p_unchanged},
                 {"p_unchanged", f.p_unchanged},
                 {"log_p_support_kept", f.log_p_support_kept},
                 {"p_support_kept", f.p_support_kept},
                 {"noise", f.noise},
                 {"expected_lost", f.expected_lost},
                 {"entropy_per_span", f.entropy_per_span},
                 {"log_typical_set", f.log_typical_set},
                 {"drift_from_original", f.drift_from_original},
                 {"drift_from_bernoulli", f.drift_from_bernoulli},
             }) {
          figures[name] = value;
        }
        return figures;
      },
      nb::arg("n").none(), nb::arg("m").none() = 0, nb::arg("rate").none() = defaults.rate,
      nb::arg("gamma").none() = defaults.gamma,
      nb::sig("def theory(n: int, m: int = 0, rate: float = 0.1, gamma: float = 1.0) -> dict[str, "
              "float]"),
      "Predict in closed form what a law does to a sequence of n spans, m of them supporting "
      "facts. `spandrop theory` prints the same numbers: length_mean, length_variance and "
      "length_sd of the number of kept spans; p_unchanged and p_support_kept, the probabilities "
      "that all spans and all m facts are kept; noise, the probability that a fact is lost, and "
      "expected_lost, the mean number of lost facts; entropy_per_span; log_typical_set, the number "
      "of typical results; drift_from_original and drift_from_bernoulli, the distance from no drop "
      "and from plain SpanDrop. Logarithms are natural.\n\n"
      ">>> round(theory(100, m=10)[\"p_support_kept\"], 3)\n0.474\n");
}

}  // namespace spandrop::python
