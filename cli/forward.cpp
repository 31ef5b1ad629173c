#include "cli/forward.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace {

[[noreturn]] void forward(char** argv) {
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe").replace_filename("spandrop-nn");
  execv(program.c_str(), argv);
  if (errno != ENOENT) throw std::system_error(errno, std::generic_category(), program.string());
  throw std::runtime_error(
      "this command uses neural networks and needs the program " + program.string() +
      ", which does not exist. To build it, run `scripts/setup train` and then `make build` in the "
      "source folder");
}

}  // namespace

void add_forwarded_command(CLI::App& app, const std::string& name, const std::string& about,
                           char** argv) {
  CLI::App* command = app.add_subcommand(name, about);
  // The other program parses everything after the name, including --help.
  command->prefix_command()->set_help_flag();
  command->callback([argv] { forward(argv); });
}
