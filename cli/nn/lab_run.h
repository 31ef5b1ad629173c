// `spandrop lab run`: does the runs of experiments whose results are missing.
#pragma once

namespace CLI {
class App;
}

// Adds the subcommand to `lab`.
void add_lab_run_command(CLI::App& lab);
