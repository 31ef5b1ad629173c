#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python/src/bindings.h"
#include "python/src/numpy_array.h"
#include "spandrop/core/instruction_sets.h"
#include "spandrop/version.h"

NB_MODULE(_native, module) {
  using namespace spandrop;
  // Objects that others still hold when the interpreter exits are not our leaks.
  nanobind::set_leak_warnings(false);
  module.doc() = "The C++ library, for use by the package spandrop.";
  module.attr("version") = SPANDROP_VERSION;
  module.def("instruction_sets", &instruction_sets,
             "The supported instruction sets that this CPU has; the first is in use.");
  python::import_numpy();
  python::bind_key(module);
  python::bind_remap(module);
  python::bind_draw(module);
  python::bind_theory(module);
  python::bind_span_rule(module);
  python::bind_question_overlap(module);
  python::bind_wordpiece(module);
  python::bind_drop_options(module);
  python::bind_drop_example(module);
  python::bind_drop_batch(module);
  python::bind_ragged(module);
  python::bind_score_files(module);
  python::bind_dataset_statistics(module);
  python::bind_verify_files(module);
  python::bind_lists(module);
  python::bind_drop_rows(module);
}
