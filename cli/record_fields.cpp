#include "cli/record_fields.h"

#include <stdexcept>

#include "cli/checks.h"
#include "spandrop/tasks/dataset_format.h"

namespace {

using spandrop::Fields;

// The option that names a field, such as --text-field.
std::string field_option(std::string_view field) { return flag_of(field) + "-field"; }

}  // namespace

void RecordFieldOptions::add_format(OptionSection section, bool& plain_text, std::string& format) {
  section.add_flag("--text", plain_text, "Plain text instead of JSON: each line is a text");
  section
      .add("--schema", schema, "NAME",
           "A common record format: " + either(spandrop::schema_names()))
      ->check(CLI::IsMember(spandrop::schema_names()).description(""))
      ->excludes("--text");
  section
      .add("--format", format, "NAME",
           "The official file of a data set: " + either(spandrop::dataset_format_names()))
      ->check(CLI::IsMember(spandrop::dataset_format_names()).description(""))
      ->excludes("--text")
      ->excludes("--schema");
  section
      .add("--parallel", parallel, "A,B",
           "Names of arrays that are shortened together with the tokens")
      ->delimiter(',')
      ->expected(1)
      ->take_all();
  section
      .add("--tag-names", tag_names, "O,B-X,I-X",
           "Names of tags that are numbers, in the order of their numbers")
      ->delimiter(',')
      ->expected(1)
      ->take_all();
}

CLI::Option* RecordFieldOptions::add_name(OptionSection section, std::string_view field) {
  CLI::Option* added = nullptr;
  const Fields usual_fields;
  visit_fields(
      usual_fields, [&](std::string_view name, const std::string& usual, const char* about) {
        if (name != field) return;
        const std::string option = field_option(name);
        added = section.add(option.c_str(), names[option], "NAME", about)->default_str(usual);
      });
  return added;
}

void RecordFieldOptions::add_names(CLI::App& command) {
  OptionSection section(command, "Names of the fields");
  const Fields fields;
  visit_fields(fields, [&](std::string_view name, const std::string&, std::string_view about) {
    if (!about.empty() && name != "view") add_name(section, name);
  });
}

Fields RecordFieldOptions::fields(const CLI::App& command) const {
  Fields fields = schema.empty() ? Fields{} : spandrop::fields_of_schema(schema);
  fields.tag_names = tag_names;
  visit_fields(fields, [&](std::string_view name, std::string& field, std::string_view) {
    const auto given = names.find(field_option(name));
    if (given != names.end() && command.count(given->first) > 0) field = given->second;
  });
  for (const std::string& name : parallel) fields.parallel.push_back({name, true});
  return fields;
}

std::vector<spandrop::RecordOptions::NamedField> RecordFieldOptions::named_fields(
    const CLI::App& command) const {
  std::vector<spandrop::RecordOptions::NamedField> named;
  for (const auto& [option, field] : names) {
    const bool is_read = option != field_option("view");
    if (is_read && !field.empty() && command.count(option) > 0) named.push_back({field, option});
  }
  return named;
}

void refuse_given(const CLI::App& command, const std::vector<std::string>& options,
                  const std::string& why) {
  for (const std::string& option : options) {
    if (command.count(option) > 0) throw std::invalid_argument(option + " " + why);
  }
}
