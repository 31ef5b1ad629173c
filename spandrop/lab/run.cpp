#include "spandrop/lab/run.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <stdexcept>

#include "spandrop/core/key.h"
#include "spandrop/nn/train/train_options.h"

namespace spandrop::lab {

std::string name_of(const Run& run) {
  const std::string settings = to_json(nn::result_settings(run.settings));
  const ExampleId hash = content_id(fmt::format("{}\n{}", name_of(run.kind), settings));
  return fmt::format("{}-{:016x}", label_of(run.kind, run.settings), hash.low);
}

void write_fields(JsonWriter& json, const Run& run) {
  json.field("kind", name_of(run.kind)).key("settings").raw(to_json(run.settings));
}

Run run_from_json(std::string_view json) {
  simdjson::dom::parser parser;
  simdjson::dom::element object, settings;
  std::string_view name;
  if (parser.parse(simdjson::padded_string(json)).get(object) || object["kind"].get(name) ||
      object["settings"].get(settings)) {
    throw std::invalid_argument("[run] expected a JSON object with kind and settings");
  }
  const std::optional<Kind> kind = kind_named(name);
  if (!kind) throw std::invalid_argument(fmt::format("[run] there is no kind of run {}", name));
  return {*kind, settings_from_json(simdjson::minify(settings))};
}

}  // namespace spandrop::lab
