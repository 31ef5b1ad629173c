// `spandrop findanimals`: the paper's synthetic benchmark.
#pragma once

namespace CLI {
class App;
}

// Adds the subcommand: generate here; train and eval are forwarded with the command line.
void add_find_animals_command(CLI::App& app, char** argv);
