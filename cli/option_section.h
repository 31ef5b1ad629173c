// Adds options to a command under one heading of its --help.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

// The option of a field: --min-keep for min_keep.
inline std::string flag_of(std::string_view field) {
  std::string flag = "--" + std::string(field);
  std::ranges::replace(flag, '_', '-');
  return flag;
}

class OptionSection {
 public:
  OptionSection(CLI::App& command, std::string heading)
      : command_(command), heading_(std::move(heading)) {}

  // An option that takes a value; `type` names the value in --help, as in --rate P.
  template <class Value>
  CLI::Option* add(const char* names, Value& value, const char* type, const std::string& about) {
    return command_.add_option(names, value, about)->type_name(type)->group(heading_);
  }

  // The same for a value that `set` parses.
  CLI::Option* add_function(const char* names, std::function<void(const std::string&)> set,
                            const char* type, const std::string& about) {
    return command_.add_option_function(names, std::move(set), about)
        ->type_name(type)
        ->group(heading_);
  }

  CLI::Option* add_flag(const char* names, bool& value, const std::string& about) {
    return command_.add_flag(names, value, about)->group(heading_);
  }

 private:
  CLI::App& command_;
  std::string heading_;
};
