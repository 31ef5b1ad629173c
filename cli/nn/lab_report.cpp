#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/nn/commands.h"

namespace {

struct ReportCommand {
  std::vector<std::string> arguments;
};

// Runs the report program of the source tree, with the environment that `scripts/setup train`
// created.
[[noreturn]] void report(const ReportCommand& command) {
  const std::filesystem::path source = SPANDROP_SOURCE_DIR;
  const char* chosen = std::getenv("SPANDROP_PYTHON");
  const std::string python = chosen ? chosen : (source / ".venv-train/bin/python").string();
  std::vector<std::string> words{python, (source / "spandrop/lab/report").string()};
  words.insert(words.end(), command.arguments.begin(), command.arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  execvp(python.c_str(), argv.data());
  throw std::runtime_error(
      "cannot start " + python +
      ": the report needs Python with matplotlib. Run `scripts/setup train`, or "
      "set SPANDROP_PYTHON to another interpreter");
}

}  // namespace

void add_lab_report_command(CLI::App& lab) {
  CLI::App* command = lab.add_subcommand(
      "report", "Create a page that compares results with the paper: plots, tables, claims");
  const auto arguments = std::make_shared<ReportCommand>();
  // The Python program parses everything after the name, including --help.
  command->prefix_command()->set_help_flag();
  command->callback([command, arguments] {
    arguments->arguments = command->remaining();
    report(*arguments);
  });
}
