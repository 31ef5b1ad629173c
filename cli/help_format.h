// The layout of --help.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

// Wraps descriptions at a fixed width and appends defaults to them. CLI11 lists in front of each
// description which options it needs and excludes; here the descriptions say so.
class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat();

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* command) const override;
};
