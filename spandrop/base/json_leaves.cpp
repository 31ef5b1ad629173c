#include "spandrop/base/json_leaves.h"

#include <simdjson.h>

namespace spandrop {
namespace {

using Leaves = std::map<std::string, std::string>;

void add_members(simdjson::ondemand::object object, const std::string& prefix, Leaves& leaves) {
  for (simdjson::ondemand::field field : object) {
    const std::string name = prefix + std::string(std::string_view(field.unescaped_key()));
    simdjson::ondemand::value value = field.value();
    if (value.type() == simdjson::ondemand::json_type::object) {
      add_members(value.get_object(), name + ".", leaves);
      continue;
    }
    std::string_view raw = simdjson::to_json_string(value);
    raw = raw.substr(0, raw.find_last_not_of(" \t\r\n") + 1);  // a number may end with spaces
    leaves.insert_or_assign(name, std::string(raw));
  }
}

}  // namespace

std::optional<Leaves> json_leaves(std::string_view json) {
  try {
    simdjson::ondemand::parser parser;
    const simdjson::padded_string padded(json);
    simdjson::ondemand::document document = parser.iterate(padded);
    Leaves leaves;
    add_members(document.get_object(), "", leaves);
    if (document.current_location().error() == simdjson::SUCCESS) return std::nullopt;
    return leaves;
  } catch (const simdjson::simdjson_error&) {
    return std::nullopt;
  }
}

}  // namespace spandrop
