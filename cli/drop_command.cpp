#include "cli/drop_command.h"

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "cli/checks.h"
#include "cli/exit.h"
#include "cli/field_options.h"
#include "cli/shared_options.h"
#include "spandrop/core/draw.h"
#include "spandrop/tasks/drop_dataset.h"

namespace {

using namespace spandrop;

constexpr const char* kExamples = R"(Examples:
  spandrop drop corpus.jsonl -o augmented.jsonl
      Drop sentences from each "text" with Beta-SpanDrop at a mean rate of 0.1. Labels get their
      new positions.
  spandrop drop shards/*.jsonl.zst -o augmented/ --views 4 --view-field view
      Write four views of each record, one output per shard. Rerun to resume after an
      interruption.
  spandrop drop train.jsonl -o out.jsonl --schema squad-hf
      Read SQuAD as Hugging Face stores it. Answers are never dropped.
  spandrop drop ner.jsonl -o out.jsonl --schema conll --on-lost drop
      Read tokens with tags such as B-PER and I-PER. An entity that is only partly kept loses its
      tags.
  spandrop drop chats.jsonl -o out.jsonl --schema chat
      Drop turns of chats. The system's turns and the last answer are never dropped.
  spandrop drop train-v1.1.json -o augmented.json --format squad
      Read and write the official file of a data set (see docs/datasets.md).
  spandrop drop corpus.jsonl -o - --spans word --gamma inf --mask _ | head
      Mask words instead of dropping them (SpanMask): each of their characters becomes _.

Each line is a JSON object with "text" (a string) or "tokens" (an array) and, optionally, "id",
"annotations" ([{"begin": 0, "end": 5, ...}] or [[0, 5, "PER"], ...]), "protected" and "spans"
([[0, 5], ...]).
See docs/drop.md for the full reference.

)";

bool given(const DropCommand& c, const std::string& option) { return c.app->count(option) > 0; }

// The command line writes mask_spans as --mask-per, which names both choices.
void add_mask_per_option(OptionSection section, bool& mask_spans) {
  section
      .add("--mask-per", mask_spans, "WHAT",
           "With --mask: write one mask per element (a token, or a character of a text) or per "
           "span")
      ->transform(one_of({"element", "span"}))
      ->default_str("element");
}

void add_draw_options(CLI::App& command, DropCommand& c) {
  DropOptions& drop = c.options;
  OptionSection section(command, "What is dropped");
  add_field(section, drop, "spans", "RULE", "[default: sentence for texts, every:1 for tokens]");
  add_field(section, drop, "rate", "P");
  add_field(section, drop, "gamma", "G");
  add_field(section, drop, "min_keep", "N");
  add_field(section, drop, "seed", "N");
  add_field(section, drop, "views", "N")->check(whole_number(1));
  add_field(section, drop, "view", "N");
  c.records.add_name(section, "view");
  add_field(section, drop, "mask", "VALUE", "(any string with --mask-per span)");
  add_mask_per_option(section, drop.mask_spans);
}

void add_label_options(CLI::App& command, DropCommand& c) {
  DropOptions& drop = c.options;
  OptionSection section(command, "Labels");
  add_field(section, drop, "protect", "WHAT", "[with --format or --schema squad-hf: annotations]");
  add_field(section, drop, "on_lost", "POLICY", "[with --format: drop]");
  add_field(section, drop, "tries", "N", "(with --on-lost reject)")
      ->check(whole_number(1, kMostTries));
  add_field(section, drop, "offsets", "UNIT");
}

void add_format_options(CLI::App& command, DropCommand& c) {
  OptionSection section(command, "Input format");
  c.records.add_format(section, c.options.plain_text, c.format);
  section
      .add_flag("--split-questions", c.split_questions,
                "With --format squad or multirc: give each question its own copy of the paragraph, "
                "with its own draw")
      ->needs("--format");
  c.records.add_names(command);
}

// An official file defines its own fields, so that options about them do not apply.
void complete_format(DropCommand& c) {
  if (c.format.empty()) return;
  std::vector<std::string> refused = {"--mask", "--mask-per", "--offsets", "--parallel",
                                      "--tag-names"};
  for (const auto& [option, name] : c.records.names) refused.push_back(option);
  refuse_given(*c.app, refused, "cannot be used with --format; remove one of them");
  if (!given(c, "--protect")) c.options.protect = Protect::annotations;
  // The whole file counts as one record, and the largest, HotpotQA's, has 566 MB.
  if (!given(c, "--max-record-bytes")) c.file.max_record_bytes = 4'000'000'000;
  // Models that are trained on such files cannot use a label without its text.
  if (!given(c, "--on-lost")) c.options.on_lost = OnLost::drop;
  check_dataset_options(dataset_format(c.format), {c.options, c.split_questions});
}

// Refuses an option that would have no effect, because another one was probably forgotten. Its
// default value is accepted.
void check_idle_options(const DropCommand& c) {
  const RecordOptions& drop = c.options;
  if (drop.plain_text) {
    std::vector<std::string> refused = {"--protect", "--on-lost",  "--tries",
                                        "--offsets", "--parallel", "--tag-names"};
    for (const auto& [option, name] : c.records.names) refused.push_back(option);
    refuse_given(*c.app, refused,
                 "cannot be used with --text: a line of text has no fields or labels");
  }
  if (!drop.fields.tag_names.empty() && drop.fields.tags.empty()) {
    throw std::invalid_argument("--tag-names requires --tags-field NAME or --schema conll");
  }
  if (drop.mask_spans && !drop.mask) {
    throw std::invalid_argument("--mask-per span requires --mask VALUE");
  }
  if (drop.draw.max_tries != DrawOptions{}.max_tries && drop.on_lost != OnLost::reject) {
    throw std::invalid_argument("--tries requires --on-lost reject");
  }
}

}  // namespace

void complete(DropCommand& c) {
  RecordOptions& drop = c.options;
  drop.fields = c.records.fields(*c.app);
  drop.named_fields = c.records.named_fields(*c.app);
  // A question whose answer was dropped could not be answered.
  if (c.records.schema == "squad-hf" && !given(c, "--protect")) {
    drop.protect = Protect::annotations;
  }
  complete_format(c);
  check_idle_options(c);
  check(drop);
}

std::shared_ptr<DropCommand> add_drop_options(CLI::App& app) {
  auto options = std::make_shared<DropCommand>();
  options->app = &app;
  app.footer(std::string(kExamples) + kExitCodeHelp);
  add_file_arguments(app, *options);
  add_draw_options(app, *options);
  add_label_options(app, *options);
  add_format_options(app, *options);
  add_run_options(app, *options);
  return options;
}
