// The `spandrop` program. Each subcommand has its own file.
#include <CLI/CLI.hpp>
#include <exception>
#include <memory>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/forward.h"
#include "cli/forwarded_commands.h"
#include "cli/help_format.h"
#include "cli/usage_message.h"
#include "spandrop/base/message_text.h"
#include "spandrop/io/files/pipeline.h"
#include "spandrop/io/files/rewrite_files.h"
#include "spandrop/tasks/dataset_format.h"
#include "spandrop/version.h"

namespace {

int run(int argc, char** argv) {
  CLI::App app{"SpanDrop: augment long sequences by dropping random spans", "spandrop"};
  app.formatter(std::make_shared<HelpFormat>());
  app.set_version_flag("--version", "spandrop " SPANDROP_VERSION);
  app.require_subcommand(1);
  app.failure_message(usage_message);
  app.footer(R"(Examples:
  spandrop drop corpus.jsonl -o augmented.jsonl      Augment a corpus
  spandrop verify corpus.jsonl augmented.jsonl       Check the result
  spandrop theory --n 20 --m 3 --rate 0.1            See what a rate of 0.1 does to 20 spans
  spandrop score squad --gold dev.json --pred p.json Score predictions

Run `spandrop COMMAND --help` for the options of a command.)");
  int exit_code = kExitOk;
  add_drop_command(app);
  add_verify_command(app, exit_code);
  add_score_command(app);
  add_theory_command(app);
  add_stats_command(app);
  add_tokenize_command(app);
  add_find_animals_command(app, argv);
  add_forwarded_command(app, "lab", kAboutLab, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitOk : kExitUsage;
  } catch (const spandrop::BadRecordError& error) {
    return print_error(error.what(), kExitBadRecord);
  } catch (const spandrop::BadDatasetError& error) {
    return print_error(error.what(), kExitBadRecord);
  } catch (const spandrop::Cancelled& cancelled) {
    return print_error(cancelled.what(), kExitInterrupted);
  } catch (const std::invalid_argument& error) {
    return print_error(spandrop::without_function(error.what()), kExitUsage);
  } catch (const std::bad_alloc&) {
    return print_error("not enough memory", kExitFile);
  } catch (const std::exception& error) {
    return print_error(spandrop::without_function(error.what()), kExitFile);
  }
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) { return flush_output(run(argc, argv)); }
