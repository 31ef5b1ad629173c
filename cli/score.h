// `spandrop score`: the official scores of predictions.
#pragma once

namespace CLI {
class App;
}

// Adds the subcommand; it scores when it is parsed.
void add_score_command(CLI::App& app);
