// The options of `spandrop drop`, as the command line fills them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/run_files.h"
#include "spandrop/io/drop_file.h"
#include "spandrop/io/drop_options.h"

namespace CLI {
class App;
}

struct DropCommand : FileCommand {
  std::string schema;
  std::string format;  // of a data set's official file; empty for JSON Lines
  bool split_questions = false;
  std::string spans = "auto";
  std::string mask;
  std::vector<std::string> parallel;
  std::map<std::string, std::string> field_names;  // by the name of the option
  spandrop::DropOptions drop;

  CLI::App* command = nullptr;
};

// Adds all options to the subcommand; the values come to the result.
std::shared_ptr<DropCommand> add_drop_options(CLI::App& app);

// Puts together what single options cannot say alone, and checks it. Throws std::invalid_argument.
void complete(DropCommand& command);
