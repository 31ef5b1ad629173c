#include "cli/help_format.h"

#include <sstream>

namespace {

constexpr std::size_t kNameWidth = 28;
constexpr std::size_t kWidth = 100;

// A row of two columns: the name, and the description wrapped beside it. A name that is too long
// gets its own line.
std::string row(const std::string& name, const std::string& about) {
  std::string text = "  " + name;
  std::size_t column = text.size();
  if (column + 1 > kNameWidth) {
    text += '\n';
    column = 0;
  }
  text.append(kNameWidth - column, ' ');
  column = kNameWidth;
  std::istringstream words(about);
  bool is_first = true;
  for (std::string word; words >> word; is_first = false) {
    if (!is_first && column + 1 + word.size() > kWidth) {
      text += '\n' + std::string(kNameWidth, ' ');
      column = kNameWidth;
    } else if (!is_first) {
      text += ' ';
      ++column;
    }
    text += word;
    column += word.size();
  }
  return text + '\n';
}

}  // namespace

HelpFormat::HelpFormat() {
  label("Positionals", "Arguments");
  label("SUBCOMMAND", "COMMAND");
  label("Subcommands", "Commands");
}

std::string HelpFormat::make_help(const CLI::App* app, std::string name,
                                  CLI::AppFormatMode mode) const {
  const std::string help = Formatter::make_help(app, std::move(name), mode);
  return CLI::detail::find_and_replace(help, "\n\n\n", "\n\n");
}

std::string HelpFormat::make_option(const CLI::Option* option, bool is_positional) const {
  return row(make_option_name(option, is_positional) + make_option_opts(option),
             make_option_desc(option));
}

std::string HelpFormat::make_option_opts(const CLI::Option* option) const {
  if (option->get_type_size() == 0) return "";
  const bool is_list = option->get_expected_max() == CLI::detail::expected_max_vector_size;
  return " " + option->get_type_name() + (is_list ? " ..." : "");
}

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
  std::string about = option->get_description();
  if (option->get_required()) about += " [required]";
  const std::string usual = option->get_default_str();
  if (!usual.empty()) about += " [default: " + usual + "]";
  return about;
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  return row(command->get_name(), command->get_description());
}
