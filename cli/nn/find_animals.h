// `spandrop findanimals train` and `eval`.
#pragma once

namespace CLI {
class App;
}

void add_find_animals_command(CLI::App& app);
