// Command-line options that are read straight into the fields of an options struct. Their names,
// descriptions and defaults come from its visit_fields. Compare settings_options.h.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <type_traits>

#include "cli/checks.h"
#include "cli/option_section.h"

namespace field_options_detail {

template <class Field>
CLI::Option* add(OptionSection section, const char* flag, Field& field, const char* type,
                 const std::string& about) {
  if constexpr (std::is_enum_v<Field>) {
    const auto names = names_of(field);
    return section.add(flag, field, type, about)
        ->transform(one_of(names))
        ->default_str(std::string(names[static_cast<std::size_t>(field)]));
  } else if constexpr (std::is_floating_point_v<Field>) {
    return section.add(flag, field, type, about)->capture_default_str();
  } else if constexpr (std::is_integral_v<Field>) {
    return section.add(flag, field, type, about)->check(whole_number(0))->capture_default_str();
  } else {  // parsed from a text, such as a rule; its description gives the default
    return section.add_function(
        flag, [&field](const std::string& text) { field = Field(text); }, type, about);
  }
}

}  // namespace field_options_detail

// Adds the option of one field; `note` is appended to its description. `options` must outlive the
// parsing.
template <class Options>
CLI::Option* add_field(OptionSection section, Options& options, std::string_view name,
                       const char* type, const std::string& note = "") {
  CLI::Option* added = nullptr;
  visit_fields(options, [&](std::string_view field_name, auto& field, std::string_view about) {
    if (field_name != name) return;
    const std::string flag = flag_of(name);
    const std::string text = std::string(about) + (note.empty() ? "" : " " + note);
    added = field_options_detail::add(section, flag.c_str(), field, type, text);
  });
  return added;
}
