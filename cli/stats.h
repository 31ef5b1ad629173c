// `spandrop stats`: spans and supporting facts of a data set, and what a law makes of them.
#pragma once

namespace CLI {
class App;
}

// Adds the subcommand; it prints to standard output when it is parsed.
void add_stats_command(CLI::App& app);
