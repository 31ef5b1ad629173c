// `spandrop tokenize`: texts to token ids and their places.
#pragma once

namespace CLI {
class App;
}

// Adds the subcommand; it runs when it is parsed.
void add_tokenize_command(CLI::App& app);
