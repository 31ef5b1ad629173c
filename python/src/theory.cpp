#include "spandrop/core/theory.h"

#include <utility>

#include "python/src/bindings.h"
#include "python/src/convert.h"

namespace spandrop::python {

void bind_theory(nb::module_& module) {
  const Law defaults;
  module.def(
      "theory",
      [](nb::handle n, nb::handle m, double rate, double gamma) {
        const Forecast f = forecast({rate, gamma}, whole_number(n, "n"), whole_number(m, "m"));
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
      nb::arg("n"), nb::arg("m") = 0, nb::arg("rate") = defaults.rate,
      nb::arg("gamma") = defaults.gamma,
      nb::sig("def theory(n: int, m: int = 0, rate: float = 0.1, gamma: float = 1.0) -> dict[str, "
              "float]"),
      "What a law does to a sequence of n spans, of which m are supporting facts, in closed "
      "form; `spandrop theory` prints the same figures.\n\n"
      ">>> round(theory(100, m=10)[\"p_support_kept\"], 3)\n0.474\n");
}

}  // namespace spandrop::python
