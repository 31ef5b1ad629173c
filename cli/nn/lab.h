// `spandrop lab`: experiments that are written as files.
#pragma once

namespace CLI {
class App;
}

// Adds the subcommand with those below it.
void add_lab_command(CLI::App& app);
