#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/checks.h"
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/file_tasks.h"
#include "cli/score_report.h"
#include "cli/shared_options.h"
#include "spandrop/io/files/output_file.h"
#include "spandrop/tasks/score_files.h"

namespace {

using namespace spandrop;

constexpr const char* kExamples = R"(Predictions:
  squad      {"question id": "answer", ...}
  hotpotqa   {"answer": {"question id": "answer", ...},
              "sp": {"question id": [["title", sentence], ...], ...}}
  multirc    [{"pid": "paragraph id", "qid": "0", "scores": [0, 1, ...]}, ...]
             "qid" is the position of the question in its paragraph; "scores" has one label per
             candidate answer
  docred     [{"title": "...", "h_idx": 0, "t_idx": 2, "r": "P17", "evidence": [1]}, ...]

Examples:
  spandrop score squad --gold dev-v1.1.json --pred predictions.json
      Exact match and F1 in percent. The scores of the other data sets are fractions.
  spandrop score docred --gold dev.json --pred result.json --train-facts train_annotated.json
      Add Ign F1, which ignores facts that occur in the training data.
  spandrop score multirc --gold dev.json --pred a.json --compare b.json
      Is a better than b, or was it luck? Print each difference with its 95% bootstrap interval.
  spandrop score hotpotqa --gold dev.json --pred a.json --json --per-item items.jsonl
      Print the scores under their official names, and write one line per question.

The scores equal those of the official scripts; in the paper, MultiRC's EM is EM0 and its F1 is F1a.
See docs/scores.md for the full reference, and for inputs on which the official scripts fail.

)";

struct ScoreCommand {
  std::string format;
  ScoreFiles files;
  std::string predictions;
  std::string other;     // predictions to compare with; may be empty
  std::string per_item;  // file with one line per item; may be empty
  BootstrapOptions bootstrap;
  bool json = false;
};

void write_items(const std::string& name, const Scoring& scoring) {
  OutputFile file(name);
  file.write(item_lines(scoring));
  file.commit();
}

void run(ScoreCommand& c) {
  c.files.predictions = {{c.predictions}};
  if (!c.other.empty()) c.files.predictions.push_back({c.other});
  const std::vector<Scoring> scorings = score_files(dataset_format(c.format), c.files);

  std::optional<ScoreComparison> comparison;
  if (!c.other.empty()) {
    comparison = {c.other, scorings[1].scores(), compare(scorings[0], scorings[1], c.bootstrap),
                  c.bootstrap};
  }
  if (!c.per_item.empty()) write_items(c.per_item, scorings[0]);
  const auto report = c.json ? score_json : score_table;
  const std::string text = report(c.format, scorings[0], comparison ? &*comparison : nullptr);
  std::fputs(text.c_str(), stdout);
}

void check(const ScoreCommand& c) {
  const bool has_facts = !c.files.train_facts.name.empty() || !c.files.distant_facts.name.empty();
  if (has_facts && c.format != "docred") {
    throw CLI::ValidationError("--train-facts and --distant-facts require the format docred, got " +
                               c.format);
  }
  if (c.per_item.empty()) return;
  std::vector<std::string> inputs;
  for (const std::string& name : {c.files.gold.name, c.predictions, c.other,
                                  c.files.train_facts.name, c.files.distant_facts.name}) {
    if (!name.empty()) inputs.push_back(name);
  }
  check_replaces_none(inputs, c.per_item);
}

}  // namespace

void add_score_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "score", "Compute the official scores of predictions for SQuAD, HotpotQA, MultiRC or DocRED");
  auto options = std::make_shared<ScoreCommand>();
  command->footer(std::string(kExamples) + kExitCodeHelp);
  add_format_argument(*command, options->format);
  OptionSection input(*command, "Input");
  input.add("--gold", options->files.gold.name, "FILE", "The official file of the data set")
      ->required();
  input
      .add("--pred", options->predictions, "FILE", "Predictions in the official format, see below")
      ->required();
  input.add("--train-facts", options->files.train_facts.name, "FILE",
            "DocRED's annotated training data; adds Ign F1");
  input.add("--distant-facts", options->files.distant_facts.name, "FILE",
            "DocRED's distantly supervised training data; adds a second Ign F1");

  OptionSection comparison(*command, "Comparison");
  CLI::Option* other =
      comparison.add("--compare", options->other, "FILE",
                     "Other predictions; adds the difference and its 95% interval from a paired "
                     "bootstrap");
  comparison
      .add("--resamples", options->bootstrap.resamples, "N",
           "With --compare: number of bootstrap resamples")
      ->capture_default_str()
      ->check(whole_number(1, 1'000'000))
      ->needs(other);
  add_seed_option(comparison, options->bootstrap.seed, "With --compare: seed of the bootstrap")
      ->needs(other);

  OptionSection output(*command, "Output");
  output.add("--per-item", options->per_item, "FILE",
             "Write JSON Lines: what each question (for DocRED: each document) adds to the scores");
  add_json_option(output, options->json);
  command->callback([options] {
    check(*options);
    run(*options);
  });
}
