#include "cli/nn/lab.h"

#include <CLI/CLI.hpp>

#include "cli/nn/lab_report.h"
#include "cli/nn/lab_run.h"

void add_lab_command(CLI::App& app) {
  CLI::App* lab =
      app.add_subcommand("lab", "Run experiments that are defined in files, and report on them");
  lab->require_subcommand(1);
  add_lab_run_command(*lab);
  add_lab_report_command(*lab);
}
