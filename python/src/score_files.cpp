#include "spandrop/tasks/score_files.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <string>
#include <vector>

#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "python/src/file_source.h"
#include "spandrop/tasks/scores/score_json.h"

namespace spandrop::python {
namespace {

nb::tuple score(const std::string& format, nb::handle gold, nb::handle pred, nb::handle train_facts,
                nb::handle distant_facts, nb::handle other, nb::handle resamples, nb::handle seed) {
  ScoreFiles files{
      source_of(gold), {source_of(pred)}, source_of(train_facts), source_of(distant_facts)};
  if (!other.is_none()) files.predictions.push_back(source_of(other));
  const BootstrapOptions bootstrap{whole_number(resamples, "resamples"),
                                   whole_number(seed, "seed")};
  std::string json, items;
  without_lock([&] {
    const std::vector<Scoring> scorings = score_files(dataset_format(format), files);
    std::optional<ScoreComparison> comparison;
    if (scorings.size() > 1) {
      comparison = {files.predictions[1].name, scorings[1].scores(),
                    compare(scorings[0], scorings[1], bootstrap), bootstrap};
    }
    json = score_json(format, scorings[0], comparison ? &*comparison : nullptr);
    items = item_lines(scorings[0]);
  });
  return nb::make_tuple(json, items);
}

}  // namespace

void bind_score_files(nb::module_& module) {
  const BootstrapOptions defaults;
  module.attr("resamples") = defaults.resamples;
  module.attr("bootstrap_seed") = defaults.seed;
  module.def("score", &score, nb::arg("format"), nb::arg("gold"), nb::arg("pred"),
             nb::arg("train_facts").none(), nb::arg("distant_facts").none(),
             nb::arg("compare").none(), nb::arg("resamples"), nb::arg("seed"),
             "The scores as JSON, and the contribution of each item as JSON Lines.");
}

}  // namespace spandrop::python
