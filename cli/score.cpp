#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/checks.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/number_text.h"
#include "cli/output_plan.h"
#include "cli/shared_options.h"
#include "spandrop/io/files/output_file.h"
#include "spandrop/tasks/score_files.h"
#include "spandrop/tasks/scores/score_json.h"

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
      Is a.json really better than b.json, or is the difference chance? Print each difference with its 95% bootstrap interval.
  spandrop score hotpotqa --gold dev.json --pred a.json --json --per-item items.jsonl
      Print the scores under their official names, and write one line per question.

The scores equal those of the official scripts; in the paper, MultiRC's EM is EM0 and its F1 is F1a.
See docs/scores.md for the full reference, and for inputs on which the official scripts fail.

)";

// "1 question without a prediction: q7". The description starts with a plural noun.
std::string unmatched_text(const Unmatched& unmatched) {
  if (unmatched.count == 0) return "";
  std::string about = unmatched.about;
  if (const std::size_t end = about.find(' '); unmatched.count == 1 && about[end - 1] == 's') {
    about.erase(end - 1, 1);
  }
  return fmt::format("{} {}: {}{}\n", thousands(unmatched.count), about,
                     fmt::join(unmatched.first, ", "),
                     unmatched.count > unmatched.first.size() ? ", ..." : "");
}

// The scores as a table: one row per score. `comparison` may be null.
std::string score_table(const std::string& format, const Scoring& scoring,
                        const ScoreComparison* comparison) {
  const char* item = format == "docred" ? "document" : "question";
  std::string text = fmt::format("{}, {}\n", format, count_of(scoring.ids.size(), item));
  for (const Unmatched& unmatched : scoring.unmatched) text += unmatched_text(unmatched);
  if (comparison) {
    text += fmt::format("{:<24}{:>10}{:>10}{:>12}   {}\n", "", "pred", "other", "difference",
                        "95% interval");
  }
  const std::vector<double> scores = scoring.scores();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const ScoreScheme::Score& score = scoring.scheme.scores[i];
    text += fmt::format("{:<24}{:>10.4f}", score.name, scores[i]);
    if (comparison) {
      const Difference& difference = comparison->differences[i];
      text += fmt::format("{:>10.4f}{:>+12.4f}   [{:+.4f}, {:+.4f}]\n", comparison->scores[i],
                          difference.value, difference.low, difference.high);
    } else {
      text += fmt::format("   {}\n", score.about);
    }
  }
  if (comparison) {
    text += fmt::format("other: {}; interval from {} resamples of the {}s\n", comparison->name,
                        thousands(comparison->options.resamples), item);
  }
  return text;
}

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
  check_keeps_inputs(inputs, c.per_item);
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
