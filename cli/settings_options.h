// Command-line options for all fields of an options struct. Only values that were given are stored,
// by name, so that they can override a configuration file or a result. Compare field_options.h.
#pragma once

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "cli/option_section.h"
#include "spandrop/base/settings.h"

namespace settings_options_detail {

// A default as it would be typed on the command line.
inline std::string typed(const spandrop::SettingValue& value) {
  return std::visit(
      [&]<class Content>(const Content& content) {
        if constexpr (std::is_same_v<Content, std::string>)
          return content;
        else if constexpr (std::is_class_v<Content>)
          return fmt::format("{}", fmt::join(content, ","));
        else
          return spandrop::to_json(value);
      },
      value);
}

// The name of the value in --help: the words to choose from, or the kind of value.
template <class Field>
std::string type_name_of(const Field& field) {
  if constexpr (std::is_enum_v<Field>)
    return fmt::format("{}", fmt::join(names_of(field), "|"));
  else if constexpr (std::is_integral_v<Field>)
    return "N";
  else if constexpr (std::is_floating_point_v<Field>)
    return "X";
  else if constexpr (std::is_same_v<Field, std::vector<std::int64_t>>)
    return "N,N";
  else if constexpr (std::is_same_v<Field, std::vector<std::string>>)
    return "TEXT,TEXT";
  else
    return "TEXT";
}

}  // namespace settings_options_detail

// Adds one option per field, with its default. Values from the command line are put into `given`.
template <class Options>
void add_settings(CLI::App& command, Options defaults, std::shared_ptr<spandrop::Settings> given) {
  const spandrop::Settings default_values = spandrop::settings_of(defaults);
  visit_fields(defaults, [&](std::string_view name, auto& field, std::string_view about) {
    using Field = std::remove_reference_t<decltype(field)>;
    using Value = std::conditional_t<
        std::is_enum_v<Field>, std::string,
        std::conditional_t<std::is_integral_v<Field> && !std::is_same_v<Field, bool>, std::int64_t,
                           Field>>;
    const std::string flag = flag_of(name);
    const std::string key(name), help(about);
    if constexpr (std::is_same_v<Field, bool>) {
      command.add_flag_callback(flag, [given, key] { (*given)[key] = true; }, help);
    } else {
      CLI::Option* option = command.add_option_function<Value>(
          flag, [given, key](const Value& value) { (*given)[key] = value; }, help);
      option->type_name(settings_options_detail::type_name_of(field));
      option->default_str(settings_options_detail::typed(default_values.at(key)));
      if constexpr (std::is_enum_v<Field>) {
        const auto names = names_of(field);
        option->check(
            CLI::IsMember(std::vector<std::string>(names.begin(), names.end())).description(""));
      }
      if constexpr (std::is_same_v<Field, std::vector<std::string>> ||
                    std::is_same_v<Field, std::vector<std::int64_t>>) {
        option->delimiter(',');
      }
    }
  });
}
