// The `spandrop` program.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "cli/theory.h"

int main(int argc, char** argv) {
  CLI::App app{"Counterfactual learning for long sequences by removing random spans", "spandrop"};
  app.require_subcommand(1);
  add_theory_command(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "spandrop: %s\n", error.what());
    return 2;
  }
  return 0;
}
