// `spandrop lab`: runs experiments and reports on them.
#pragma once

namespace CLI {
class App;
}

// Adds the command with its subcommands.
void add_lab_command(CLI::App& app);
