// The options of `spandrop drop`, as the command line fills them.
#pragma once

#include <memory>
#include <string>

#include "cli/record_fields.h"
#include "cli/run_files.h"
#include "spandrop/io/records/record_options.h"

namespace CLI {
class App;
}

struct DropCommand : FileCommand {
  std::string format;  // data set of an official file; empty for JSON Lines
  bool split_questions = false;
  RecordFieldOptions records;
  spandrop::RecordOptions options;

  CLI::App* app = nullptr;
};

// Adds all options to the subcommand; parsing fills the result.
std::shared_ptr<DropCommand> add_drop_options(CLI::App& app);

// Sets the options that depend on others, and checks that all fit together. Throws
// std::invalid_argument.
void complete(DropCommand& command);
