#include "spandrop/base/settings.h"

#include <fmt/ranges.h>
#include <simdjson.h>

#include <cmath>

#include "spandrop/base/json_writer.h"

namespace spandrop {
namespace {

void write(JsonWriter& json, const auto& content) { json.value(content); }

template <class T>
void write(JsonWriter& json, const std::vector<T>& items) {
  json.begin_array();
  for (const T& item : items) json.value(item);
  json.end_array();
}

void write(JsonWriter& json, const SettingValue& value) {
  std::visit([&](const auto& content) { write(json, content); }, value);
}

using simdjson::dom::element_type;

SettingValue list_of(std::string_view name, simdjson::dom::array array) {
  std::vector<std::int64_t> numbers;
  std::vector<std::string> texts;
  for (const simdjson::dom::element item : array) {
    if (item.type() == element_type::INT64) {
      numbers.push_back(item.get_int64().value());
    } else if (item.type() == element_type::STRING) {
      texts.emplace_back(item.get_string().value());
    } else {
      throw std::invalid_argument(fmt::format(
          "[settings] expected numbers or strings in {}, got {}", name, simdjson::to_string(item)));
    }
  }
  if (!texts.empty() && !numbers.empty()) {
    throw std::invalid_argument(fmt::format("[settings] expected items of one type in {}", name));
  }
  if (texts.empty()) return numbers;
  return texts;
}

SettingValue value_of_json(std::string_view name, simdjson::dom::element element) {
  switch (element.type()) {
    case element_type::BOOL:
      return element.get_bool().value();
    case element_type::INT64:
      return element.get_int64().value();
    case element_type::DOUBLE:
      return element.get_double().value();
    case element_type::STRING:
      return std::string(element.get_string().value());
    case element_type::ARRAY:
      return list_of(name, element.get_array());
    default:
      throw std::invalid_argument(
          fmt::format("[settings] expected a boolean, number, string or list for {}, got {}", name,
                      simdjson::to_string(element)));
  }
}

}  // namespace

std::string to_json(const SettingValue& value) {
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::compact);
  write(json, value);
  return out;
}

std::string to_json(const Settings& settings) {
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::compact);
  json.begin_object();
  for (const auto& [name, value] : settings) write(json.key(name), value);
  json.end_object();
  return out;
}

Settings settings_from_json(std::string_view json) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  const simdjson::padded_string padded(json);
  if (const auto error = parser.parse(padded).get_object().get(object)) {
    throw std::invalid_argument(
        fmt::format("[settings] expected a JSON object: {}", simdjson::error_message(error)));
  }
  Settings settings;
  for (const auto& [name, value] : object) {
    settings[std::string(name)] = value_of_json(name, value);
  }
  return settings;
}

namespace settings_detail {

void refuse(std::string_view name, std::string_view expected, const SettingValue& got) {
  throw std::invalid_argument(
      fmt::format("[settings] expected {} for {}, got {}", expected, name, to_json(got)));
}

double number_of(std::string_view name, const SettingValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return double(*whole);
  if (const auto* text = std::get_if<std::string>(&value); text && *text == "inf") return INFINITY;
  refuse(name, "a number", value);
}

std::int64_t whole_number_of(std::string_view name, const SettingValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  refuse(name, "a whole number", value);
}

std::size_t index_of(std::string_view name, std::span<const std::string_view> names,
                     const SettingValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  const auto found = std::find(names.begin(), names.end(), text ? *text : "");
  if (found == names.end()) refuse(name, fmt::format("one of {}", fmt::join(names, ", ")), value);
  return std::size_t(found - names.begin());
}

}  // namespace settings_detail
}  // namespace spandrop
