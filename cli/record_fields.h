// The options that name the fields of records: --schema, --text-field, --parallel and others.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/option_section.h"
#include "spandrop/io/records/record_options.h"

struct RecordFieldOptions {
  std::string schema;
  std::vector<std::string> parallel;
  std::vector<std::string> tag_names;
  std::map<std::string, std::string> names;  // by option, such as --text-field

  // Adds --text, --schema, --format, --parallel and --tag-names.
  void add_format(OptionSection section, bool& plain_text, std::string& format);
  // Adds the option that names a field.
  CLI::Option* add_name(OptionSection section, std::string_view field);
  // Adds these options for all fields except the view's.
  void add_names(CLI::App& command);
  // The fields after parsing.
  spandrop::Fields fields(const CLI::App& command) const;
  // The fields that were named on the command line, which some record must have.
  std::vector<spandrop::RecordOptions::NamedField> named_fields(const CLI::App& command) const;
};

// Throws std::invalid_argument, "OPTION why", if one of these options was given.
void refuse_given(const CLI::App& command, const std::vector<std::string>& options,
                  const std::string& why);
