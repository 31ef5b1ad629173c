#include "cli/score.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/checks.h"
#include "cli/jobs.h"
#include "cli/score_report.h"
#include "spandrop/io/output_file.h"
#include "spandrop/tasks/score_files.h"

namespace {

using namespace spandrop;

constexpr const char* kExamples = R"(Predictions:
  squad      {"question id": "answer", ...}
  hotpotqa   {"answer": {"question id": "answer", ...},
              "sp": {"question id": [["title", sentence], ...], ...}}
  multirc    [{"pid": "paragraph id", "qid": "0", "scores": [0, 1, ...]}, ...]
             qid is the place of the question in its paragraph; scores has a label an answer
  docred     [{"title": "...", "h_idx": 0, "t_idx": 2, "r": "P17", "evidence": [1]}, ...]

Examples:
  spandrop score squad --gold dev-v1.1.json --pred predictions.json
      exact match and F1, in percent; the other data sets give fractions
  spandrop score docred --gold dev.json --pred result.json --train-facts train_annotated.json
      with Ign F1, which leaves out facts that training has seen
  spandrop score multirc --gold dev.json --pred a.json --compare b.json
      is a better than b, or was it lucky? The difference in each score, with the interval that 95%
      of the resamples of the questions lie in
  spandrop score hotpotqa --gold dev.json --pred a.json --json --per-item items.jsonl
      the scores under their official names, and a line for each question

The scores are those of the official scripts. docs/scores.md tells where these end with an error,
and what is done instead. MultiRC in the paper: EM is EM0, F1 is F1a.
Exit codes: 0 done, 1 a file failed, 2 wrong usage, 3 a bad file.)";

struct ScoreCommand {
  std::string format;
  ScoreFiles files;
  std::string predictions;
  std::string other;     // predictions to compare with
  std::string per_item;  // file for a line an item
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
  // The training facts are for one data set only.
  const bool has_facts = !c.files.train_facts.name.empty() || !c.files.distant_facts.name.empty();
  if (has_facts && c.format != "docred") {
    throw CLI::ValidationError("--train-facts and --distant-facts are for docred, got " + c.format);
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
      "score", "The official scores of predictions for SQuAD, HotpotQA, MultiRC or DocRED");
  auto options = std::make_shared<ScoreCommand>();
  command->footer(kExamples);
  command->add_option("format", options->format, "squad, hotpotqa, multirc or docred")
      ->required()
      ->type_name("FORMAT")
      ->check(CLI::IsMember(dataset_format_names()).description(""));
  command->add_option("--gold", options->files.gold.name, "The official file of the data set")
      ->required()
      ->type_name("FILE");
  command->add_option("--pred", options->predictions, "Predictions, as the official script wants")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--train-facts", options->files.train_facts.name,
                   "Training data of DocRED that people annotated: gives Ign F1")
      ->type_name("FILE");
  command
      ->add_option("--distant-facts", options->files.distant_facts.name,
                   "Training data of DocRED by distant supervision: gives another Ign F1")
      ->type_name("FILE");
  command
      ->add_option("--per-item", options->per_item,
                   "Write JSON Lines: each question, or document, and what it adds to the scores")
      ->type_name("FILE");
  CLI::Option* other = command
                           ->add_option("--compare", options->other,
                                        "Other predictions; adds the difference and its interval")
                           ->type_name("FILE");
  command->add_option("--resamples", options->bootstrap.resamples, "Of the paired bootstrap")
      ->capture_default_str()
      ->check(whole_number(1, 1'000'000))
      ->needs(other);
  command->add_option("--seed", options->bootstrap.seed, "Of the paired bootstrap")
      ->capture_default_str()
      ->check(whole_number(0))
      ->needs(other);
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options] {
    check(*options);
    run(*options);
  });
}
