// The `spandrop` program: one subcommand a file.
#include <CLI/CLI.hpp>
#include <exception>
#include <stdexcept>

#include "cli/drop.h"
#include "cli/ending.h"
#include "cli/exit_codes.h"
#include "cli/find_animals.h"
#include "cli/forward.h"
#include "cli/score.h"
#include "cli/stats.h"
#include "cli/theory.h"
#include "cli/tokenize.h"
#include "cli/usage_message.h"
#include "spandrop/io/pipeline.h"
#include "spandrop/io/rewrite_files.h"
#include "spandrop/tasks/dataset_format.h"

namespace {

int run(int argc, char** argv) {
  CLI::App app{"Counterfactual learning for long sequences by removing random spans", "spandrop"};
  app.set_version_flag("--version", "spandrop " SPANDROP_VERSION);
  app.require_subcommand(1);
  app.failure_message(usage_message);
  add_drop_command(app);
  add_score_command(app);
  add_theory_command(app);
  add_stats_command(app);
  add_tokenize_command(app);
  add_find_animals_command(app, argv);
  add_forwarded_command(app, "lab", "Run experiments that are written as files, and report on them",
                        argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitOk : kExitUsage;
  } catch (const spandrop::BadRecordError& error) {
    return fail(error.what(), kExitBadRecord);
  } catch (const spandrop::BadDatasetError& error) {
    return fail(error.what(), kExitBadRecord);
  } catch (const spandrop::Cancelled&) {
    return fail("interrupted; finished files stay, start again to go on", kExitInterrupted);
  } catch (const std::invalid_argument& error) {
    return fail(error.what(), kExitUsage);
  } catch (const std::bad_alloc&) {
    return fail("not enough memory", kExitFile);
  } catch (const std::exception& error) {
    return fail(error.what(), kExitFile);
  }
  return kExitOk;
}

}  // namespace

int main(int argc, char** argv) { return end_output(run(argc, argv)); }
