// `spandrop theory`: what a rate and gamma do, before any draw is made.
#pragma once

namespace CLI {
class App;
}

// Adds the subcommand; it prints to standard output when it is parsed.
void add_theory_command(CLI::App& app);
