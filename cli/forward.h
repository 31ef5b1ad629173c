// Subcommands of another program: `spandrop-nn`, which loads libtorch, stands beside `spandrop`,
// which starts quickly without it.
#pragma once

#include <string>

namespace CLI {
class App;
}

// Lists a subcommand in the help of `app`; when it is called, spandrop-nn takes the place of this
// process, with the command line `argv` as it is. Throws std::runtime_error if that was not built.
void add_forwarded_command(CLI::App& app, const std::string& name, const std::string& about,
                           char** argv);
