// The `spandrop-nn` program: the subcommands that need libtorch. `spandrop` starts it, and its
// messages use that name.
#include <CLI/CLI.hpp>
#include <exception>
#include <memory>
#include <stdexcept>

#include "cli/exit.h"
#include "cli/forwarded_commands.h"
#include "cli/help_format.h"
#include "cli/nn/commands.h"
#include "cli/nn/memory.h"
#include "cli/usage_message.h"
#include "spandrop/base/message_text.h"
#include "spandrop/nn/train/error_text.h"
#include "spandrop/nn/train/trainer.h"

namespace {

int run(int argc, char** argv) {
  CLI::App app{"Counterfactual learning for long sequences: the commands that train", "spandrop"};
  app.formatter(std::make_shared<HelpFormat>());
  app.require_subcommand(1);
  app.failure_message(usage_message);
  add_find_animals_command(app);
  CLI::App* lab = app.add_subcommand("lab", kAboutLab);
  lab->require_subcommand(1);
  add_lab_run_command(*lab);
  add_lab_report_command(*lab);
  keep_freed_memory();
  try {
    app.parse(argc, argv);
  } catch (const CLI::RuntimeError& error) {
    return error.get_exit_code();  // the error was printed already
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitOk : kExitUsage;
  } catch (const spandrop::nn::Stopped& error) {
    return print_error(error.what(), kExitInterrupted);
  } catch (const std::invalid_argument& error) {
    return print_error(spandrop::without_function(error.what()), kExitUsage);
  } catch (const std::exception& error) {
    return print_error(spandrop::nn::message_of(error), kExitFile);
  }
  return kExitOk;
}

}  // namespace

int main(int argc, char** argv) { return flush_output(run(argc, argv)); }
