// The subcommands of `spandrop-nn`, one source file each. Parsing a subcommand runs it.
#pragma once

namespace CLI {
class App;
}

// Trains and tests models on FindAnimals: `findanimals train` and `eval`.
void add_find_animals_command(CLI::App& app);
// Does the runs of experiments whose results are missing: `lab run`.
void add_lab_run_command(CLI::App& lab);
// Turns results into a page, with the Python program in spandrop/lab/report: `lab report`.
void add_lab_report_command(CLI::App& lab);
