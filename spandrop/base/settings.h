// Options as named values, shared by experiment files, results and command lines.
//
// An options struct lists its fields once, in a function beside it:
//   void visit_fields(Options& options, auto&& visit) {
//     visit("rate", options.rate, "What it does");
//   }
// An enum lists its names in the order of its values:
//   std::span<const std::string_view> names_of(Enum)
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace spandrop {

using SettingValue = std::variant<bool, std::int64_t, double, std::string,
                                  std::vector<std::int64_t>, std::vector<std::string>>;
using Settings = std::map<std::string, SettingValue>;

// One JSON object on one line, keys sorted; an infinite number is the string "inf".
std::string to_json(const Settings& settings);
std::string to_json(const SettingValue& value);

// Reads such an object; throws std::invalid_argument on anything else.
Settings settings_from_json(std::string_view json);

namespace settings_detail {

template <class Field>
SettingValue value_of(const Field& field) {
  if constexpr (std::is_enum_v<Field>) {
    return std::string(names_of(field)[std::size_t(field)]);
  } else if constexpr (std::integral<Field> && !std::same_as<Field, bool>) {
    return std::int64_t(field);
  } else {
    return field;
  }
}

[[noreturn]] void refuse(std::string_view name, std::string_view expected, const SettingValue& got);
double number_of(std::string_view name, const SettingValue& value);
std::int64_t whole_number_of(std::string_view name, const SettingValue& value);
std::size_t index_of(std::string_view name, std::span<const std::string_view> names,
                     const SettingValue& value);

template <class Field>
void assign(std::string_view name, Field& field, const SettingValue& value) {
  if constexpr (std::is_enum_v<Field>) {
    field = Field(index_of(name, names_of(field), value));
  } else if constexpr (std::floating_point<Field>) {
    field = number_of(name, value);
  } else if constexpr (std::integral<Field> && !std::same_as<Field, bool>) {
    field = Field(whole_number_of(name, value));
  } else if (const Field* same = std::get_if<Field>(&value)) {
    field = *same;
  } else {
    refuse(name, "a value like " + to_json(value_of(field)), value);
  }
}

}  // namespace settings_detail

// All fields of an options struct by name.
template <class Options>
Settings settings_of(Options options) {
  Settings settings;
  visit_fields(options, [&](std::string_view name, auto& field, std::string_view) {
    settings[std::string(name)] = settings_detail::value_of(field);
  });
  return settings;
}

// Sets fields by name; throws std::invalid_argument on an unknown name or a wrong type.
template <class Options>
void apply_settings(const Settings& settings, Options& options) {
  Settings left = settings;
  visit_fields(options, [&](std::string_view name, auto& field, std::string_view) {
    if (const auto found = left.extract(std::string(name))) {
      settings_detail::assign(name, field, found.mapped());
    }
  });
  if (!left.empty()) {
    throw std::invalid_argument("[settings] expected a known setting, got " + left.begin()->first);
  }
}

}  // namespace spandrop
