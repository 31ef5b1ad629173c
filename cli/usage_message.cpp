#include "cli/usage_message.h"

#include <CLI/CLI.hpp>
#include <vector>

#include "cli/checks.h"

namespace {

// The innermost command that was recognised.
const CLI::App& reached(const CLI::App& app) {
  const std::vector<CLI::App*> inner = app.get_subcommands();
  return inner.empty() ? app : reached(*inner.front());
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

}  // namespace

std::string usage_message(const CLI::App* app, const CLI::Error& error) {
  std::string what = error.what();
  const CLI::App& command = reached(*app);
  if (command.get_require_subcommand_min() > 0) {
    const std::vector<std::string> words = command.remaining();
    what = fmt::format("expected {}, got {}", either(commands_of(command)),
                       words.empty() ? "no command" : words.front());
  }
  std::string name;
  for (const CLI::App* part = &command; part != app; part = part->get_parent()) {
    name = " " + part->get_name() + name;
  }
  return fmt::format("spandrop: {}\nRun `spandrop{} --help` for usage.\n", what, name);
}
