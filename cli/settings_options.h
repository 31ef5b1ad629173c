// Command-line options for the fields of an options struct: --train-size for train_size.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "spandrop/io/settings.h"

// Adds an option for each field, with its default; what the user gives is put into `given`.
template <class Options>
void add_settings(CLI::App& command, Options defaults, std::shared_ptr<spandrop::Settings> given) {
  visit_fields(defaults, [&](std::string_view name, auto& field, std::string_view about) {
    using Field = std::remove_reference_t<decltype(field)>;
    using Value = std::conditional_t<
        std::is_enum_v<Field>, std::string,
        std::conditional_t<std::is_integral_v<Field> && !std::is_same_v<Field, bool>, std::int64_t,
                           Field>>;
    std::string flag = "--" + std::string(name);
    std::replace(flag.begin(), flag.end(), '_', '-');
    const std::string key(name), help(about);
    if constexpr (std::is_same_v<Field, bool>) {
      command.add_flag_callback(flag, [given, key] { (*given)[key] = true; }, help);
    } else {
      CLI::Option* option = command.add_option_function<Value>(
          flag, [given, key](const Value& value) { (*given)[key] = value; }, help);
      option->default_str(spandrop::to_json(spandrop::settings_of(defaults).at(key)));
      if constexpr (std::is_enum_v<Field>) {
        const auto names = names_of(field);
        option->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())));
      }
      if constexpr (std::is_same_v<Field, std::vector<std::string>> ||
                    std::is_same_v<Field, std::vector<std::int64_t>>) {
        option->delimiter(',');
      }
    }
  });
}
