#include "spandrop/verify/verify_files.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "python/src/file_source.h"

namespace spandrop::python {
namespace {

// The fields of a schema, with other names for some of them.
Fields fields_of(const std::optional<std::string>& schema, nb::dict names,
                 const std::vector<std::string>& parallel) {
  Fields fields = schema ? fields_of_schema(*schema) : Fields{};
  const std::pair<const char*, std::string*> known[] = {
      {"text", &fields.text},       {"tokens", &fields.tokens},
      {"id", &fields.id},           {"annotations", &fields.annotations},
      {"spans", &fields.spans},     {"protected", &fields.never_drop},
      {"answers", &fields.answers}, {"question", &fields.question},
      {"tags", &fields.tags},       {"view", &fields.view},
  };
  std::size_t used = 0;
  for (const auto& [name, field] : known) {
    if (!names.contains(name)) continue;
    *field = text_of(names[name], name);
    ++used;
  }
  if (used != names.size()) {
    throw nb::value_error(
        "[fields] expected text, tokens, id, annotations, protected, spans, question, answers, "
        "tags "
        "or view, got another name");
  }
  for (const std::string& name : parallel) fields.parallel.push_back({name, true});
  return fields;
}

std::string verify(nb::handle before, nb::handle after, const std::optional<std::string>& format,
                   const std::optional<std::string>& schema, const DropOptions& drop,
                   nb::dict names, const std::vector<std::string>& parallel, nb::handle views,
                   nb::handle most_problems, bool any_spans, bool plain_text, bool allow_missing,
                   bool skip_bad, bool split_questions) {
  VerifyOptions options;
  static_cast<DropOptions&>(options) = drop;
  options.fields = fields_of(schema, names, parallel);
  options.plain_text = plain_text;
  options.any_spans = any_spans;
  options.allow_missing = allow_missing;
  options.skip_bad = skip_bad;
  options.split_questions = split_questions;
  if (!views.is_none()) options.expected_views = whole_number(views, "views");
  options.most_problems = whole_number(most_problems, "most_problems");
  const FileSource old_file = source_of(before), new_file = source_of(after);
  std::optional<DatasetFormat> dataset;
  if (format) dataset = dataset_format(*format);
  std::string json;
  without_lock([&] { json = to_json(verify_files(old_file, new_file, dataset, options)); });
  return json;
}

}  // namespace

void bind_verify_files(nb::module_& module) {
  module.def("verify", &verify, nb::arg("before"), nb::arg("after"), nb::arg("format").none(),
             nb::arg("schema").none(), nb::arg("options"), nb::arg("fields"), nb::arg("parallel"),
             nb::arg("views").none(), nb::arg("most_problems"), nb::arg("any_spans"),
             nb::arg("plain_text"), nb::arg("allow_missing"), nb::arg("skip_bad"),
             nb::arg("split_questions"), "What `spandrop verify --json` prints.");
}

}  // namespace spandrop::python
