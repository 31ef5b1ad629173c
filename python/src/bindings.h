// One function per header of the library; each adds its part to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace spandrop::python {

void bind_key(nanobind::module_& module);                 // spandrop/core/key.h
void bind_draw(nanobind::module_& module);                // spandrop/core/draw.h
void bind_remap(nanobind::module_& module);               // spandrop/core/remap.h
void bind_ragged(nanobind::module_& module);              // spandrop/core/ragged.h
void bind_theory(nanobind::module_& module);              // spandrop/core/theory.h
void bind_span_rule(nanobind::module_& module);           // spandrop/text/span_rule.h
void bind_question_overlap(nanobind::module_& module);    // spandrop/text/question_overlap.h
void bind_wordpiece(nanobind::module_& module);           // spandrop/text/wordpiece.h
void bind_drop_options(nanobind::module_& module);        // spandrop/drop/drop_options.h
void bind_drop_example(nanobind::module_& module);        // spandrop/drop/drop_example.h
void bind_drop_batch(nanobind::module_& module);          // spandrop/drop/drop_batch.h
void bind_score_files(nanobind::module_& module);         // spandrop/tasks/score_files.h
void bind_dataset_statistics(nanobind::module_& module);  // spandrop/tasks/dataset_statistics.h
void bind_verify_files(nanobind::module_& module);        // spandrop/verify/verify_files.h
void bind_lists(nanobind::module_& module);               // no header: Python lists
void bind_drop_rows(nanobind::module_& module);           // no header: rows of Python values

}  // namespace spandrop::python
