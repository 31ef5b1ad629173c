// `spandrop drop`: augments a corpus.
#pragma once

namespace CLI {
class App;
}

// Adds the subcommand; it runs when it is parsed.
void add_drop_command(CLI::App& app);
