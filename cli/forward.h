// Subcommands that another program runs: `spandrop-nn`, which needs libtorch. `spandrop` starts
// quickly because it does not load it.
#pragma once

#include <string>

namespace CLI {
class App;
}

// Lists a subcommand in the help of `app`. Calling it replaces this process with spandrop-nn, which
// must be in the same directory, with the unchanged command line `argv`. Throws std::runtime_error
// if spandrop-nn is missing.
void add_forwarded_command(CLI::App& app, const std::string& name, const std::string& about,
                           char** argv);
