#include "cli/drop_command.h"

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <stdexcept>
#include <utility>

#include "cli/checks.h"
#include "spandrop/core/draw.h"
#include "spandrop/tasks/drop_dataset.h"

namespace {

using namespace spandrop;

constexpr const char* kExamples = R"(Examples:
  spandrop drop corpus.jsonl -o augmented.jsonl
      drop sentences of each "text" with mean rate 0.1 (Beta-SpanDrop); labels move along
  spandrop drop corpus.jsonl -o - --rate 0.2 --gamma inf | head
      plain SpanDrop, to standard output
  spandrop drop shards/*.jsonl.zst -o augmented/ --views 4 --view-field view
      four views of each record, one output a shard; start again after a break and it goes on
  spandrop drop train.jsonl -o out.jsonl --schema squad-hf
      records as Hugging Face has SQuAD: answers keep their place in the context
  spandrop drop ner.jsonl -o out.jsonl --schema conll --on-lost drop
      tokens with B-/I- tags: an entity that is cut is no entity any more
  spandrop drop train-v1.1.json -o augmented.json --format squad
      the official file of a data set; what the labels need is kept (docs/datasets.md)
  spandrop drop corpus.jsonl -o out.jsonl --spans word --mask _
      SpanMask: every character of a dropped word becomes _

A record is a line of JSON: "text" (a string) or "tokens" (an array); and if there are, "id",
"annotations" ([{"begin": 0, "end": 5, ...}]), "protected" and "spans" ([[0, 5], ...]).
Exit codes: 0 done, 1 a file failed, 2 wrong usage, 3 a bad record, 130 interrupted.
docs/drop.md tells the rest.)";

bool given(const DropCommand& c, const std::string& option) { return c.command->count(option) > 0; }

void add_span_options(CLI::App* command, DropCommand& c) {
  DropOptions& drop = c.drop;
  const std::string what = "What is dropped";
  command
      ->add_option("--spans", c.spans,
                   "sentence, word, char, paragraph, every:K, regex:R, adaptive (what text and "
                   "question share is one span) or field (the record's own); sentence for texts "
                   "and every:1 for tokens unless given")
      ->type_name("RULE")
      ->group(what);
  command->add_option("--rate", drop.draw.law.rate, "Mean probability that a span is dropped")
      ->capture_default_str()
      ->type_name("P")
      ->group(what);
  command
      ->add_option("--gamma", drop.draw.law.gamma,
                   "Concentration of the Beta law; inf is plain SpanDrop")
      ->capture_default_str()
      ->type_name("G")
      ->group(what);
  command->add_option("--min-keep", drop.draw.min_keep, "Keep at least so many spans")
      ->check(whole_number(0))
      ->capture_default_str()
      ->type_name("N")
      ->group(what);
  command->add_option("--seed", drop.seed, "Same seed, same result")
      ->check(whole_number(0))
      ->capture_default_str()
      ->type_name("N")
      ->group(what);
  command->add_option("--views", drop.views, "Augmented copies of each record")
      ->check(whole_number(1))
      ->capture_default_str()
      ->type_name("N")
      ->group(what);
  command->add_option("--view", drop.view, "Number of the first copy; an epoch is a view")
      ->check(whole_number(0))
      ->capture_default_str()
      ->type_name("N")
      ->group(what);
  command->add_option("--view-field", drop.fields.view, "Add a field with the number of the view")
      ->type_name("NAME")
      ->group(what);
  command
      ->add_option(
          "--mask", c.mask,
          "Replace instead of remove (SpanMask): a character for texts, a token for tokens")
      ->type_name("VALUE")
      ->group(what);
  command
      ->add_option("--mask-per", drop.mask_spans,
                   "One mask for each element, or for each span: element or span")
      ->transform(one_of({"element", "span"}))
      ->type_name("WHAT")
      ->group(what);
}

void add_label_options(CLI::App* command, DropCommand& c) {
  DropOptions& drop = c.drop;
  const std::string labels = "Labels";
  command
      ->add_option("--protect", drop.protect,
                   "Spans that are never dropped: none, field (what the record protects, the "
                   "default) or annotations (also what touches an annotation)")
      ->transform(one_of(names_of(drop.protect)))
      ->type_name("WHAT")
      ->group(labels);
  command
      ->add_option("--on-lost", drop.on_lost,
                   "An annotation that is cut or gone: keep (what is left of it, the default), "
                   "drop (it is removed), reject (draw again) or error")
      ->transform(one_of(names_of(drop.on_lost)))
      ->type_name("POLICY")
      ->group(labels);
  command
      ->add_option("--tries", drop.draw.max_tries,
                   "With --on-lost reject: draws before a record is left whole")
      ->check(whole_number(1, kMostTries))
      ->capture_default_str()
      ->type_name("N")
      ->group(labels);
  command
      ->add_option("--offsets", drop.unit,
                   "Unit of positions in texts: code-point (the default), byte or utf16")
      ->transform(one_of(names_of(drop.unit)))
      ->type_name("UNIT")
      ->group(labels);
}

void add_shape_options(CLI::App* command, DropCommand& c) {
  DropOptions& drop = c.drop;
  const std::string shape = "Shape of the records";
  command->add_flag("--text", drop.plain_text, "Plain text: each line is a text")->group(shape);
  command->add_option("--schema", c.schema, "squad-hf, conll, tokenized or chat")
      ->check(CLI::IsMember(schema_names()).description(""))
      ->type_name("NAME")
      ->excludes("--text")
      ->group(shape);
  command
      ->add_option("--format", c.format,
                   "The official file of a data set: squad, hotpotqa, multirc or docred")
      ->check(CLI::IsMember(dataset_format_names()).description(""))
      ->type_name("NAME")
      ->excludes("--text")
      ->excludes("--schema")
      ->group(shape);
  command
      ->add_flag("--split-questions", c.split_questions,
                 "With --format squad or multirc: each question gets a copy of its paragraph and a "
                 "draw of its own")
      ->needs("--format")
      ->group(shape);
  command->add_option("--parallel", c.parallel, "Arrays that are shortened with the tokens: a,b,c")
      ->delimiter(',')
      ->expected(1)
      ->take_all()
      ->type_name("NAMES")
      ->group(shape);
  for (const auto& [option, meaning] : std::initializer_list<std::pair<const char*, const char*>>{
           {"--text-field", "Name of the text"},
           {"--tokens-field", "Name of the tokens"},
           {"--id-field", "Name of the id that draws are keyed by"},
           {"--annotations-field", "Name of the annotations"},
           {"--protected-field", "Name of the protected ranges"},
           {"--spans-field", "Name of the spans"},
           {"--question-field", "Name of the question, for adaptive spans"},
           {"--answers-field", "Name of the answers in SQuAD's shape"},
           {"--tags-field", "Name of the B-/I- tags"}}) {
    command->add_option(option, c.field_names[option], meaning)->type_name("NAME")->group(shape);
  }
}

// The official file of a data set says itself where everything is.
void complete_format(DropCommand& c) {
  if (c.format.empty()) return;
  std::vector<std::string> refused = {"--mask", "--mask-per", "--view-field", "--offsets",
                                      "--parallel"};
  for (const auto& [option, name] : c.field_names) refused.push_back(option);
  for (const std::string& option : refused) {
    if (given(c, option)) throw std::invalid_argument(option + " is not for --format");
  }
  if (!given(c, "--protect")) c.drop.protect = Protect::annotations;
  // A label without its text is no label for those who train on such files.
  if (!given(c, "--on-lost")) c.drop.on_lost = OnLost::drop;
  check_dataset_options(dataset_format(c.format), {c.drop, c.split_questions});
}

// An option that would change nothing was meant for another one; its default may be spelled out.
void check_idle_options(const DropOptions& drop) {
  if (drop.mask_spans && !drop.mask) {
    throw std::invalid_argument("--mask-per span needs --mask VALUE");
  }
  if (drop.draw.max_tries != DrawOptions{}.max_tries && drop.on_lost != OnLost::reject) {
    throw std::invalid_argument("--tries needs --on-lost reject");
  }
}

}  // namespace

void complete(DropCommand& c) {
  DropOptions& drop = c.drop;
  if (!c.schema.empty()) {
    drop.fields = fields_of_schema(c.schema);
    // An answer whose span was dropped would be no answer.
    if (c.schema == "squad-hf" && !given(c, "--protect")) drop.protect = Protect::annotations;
  }
  const std::pair<const char*, std::string*> names[] = {
      {"--text-field", &drop.fields.text},
      {"--tokens-field", &drop.fields.tokens},
      {"--id-field", &drop.fields.id},
      {"--annotations-field", &drop.fields.annotations},
      {"--protected-field", &drop.fields.protect},
      {"--spans-field", &drop.fields.spans},
      {"--question-field", &drop.fields.question},
      {"--answers-field", &drop.fields.answers},
      {"--tags-field", &drop.fields.tags},
  };
  for (const auto& [option, field] : names) {
    if (given(c, option)) *field = c.field_names[option];
  }
  for (const std::string& name : c.parallel) drop.fields.parallel.push_back({name, true});
  if (given(c, "--mask")) drop.mask = c.mask;
  drop.spans = SpanRule(c.spans);
  check_drop_options(drop);
  complete_format(c);
  check_idle_options(drop);
}

std::shared_ptr<DropCommand> add_drop_options(CLI::App& app) {
  auto options = std::make_shared<DropCommand>();
  options->command = &app;
  app.footer(kExamples);
  add_file_arguments(app, *options);
  add_span_options(&app, *options);
  add_label_options(&app, *options);
  add_shape_options(&app, *options);
  add_run_options(app, *options);
  return options;
}
