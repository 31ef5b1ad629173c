#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cli/checks.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/number_text.h"
#include "cli/record_fields.h"
#include "cli/shared_options.h"
#include "cli/summary_rows.h"
#include "spandrop/verify/verify_files.h"

namespace {

using namespace spandrop;

constexpr const char* kExamples = R"(Examples:
  spandrop verify corpus.jsonl augmented.jsonl
      Is each text of augmented.jsonl the original without whole sentences, and are all labels at
      their new places?
  spandrop verify train.jsonl augmented.jsonl --schema squad-hf --views 4 --view-field view
      The same for SQuAD as Hugging Face stores it, with four views of each record.
  spandrop verify corpus.jsonl foreign.jsonl --spans any
      Check a file of another program, which may have removed any characters.
  spandrop verify train-v1.1.json augmented.json --format squad
      Check the official file of a data set.

Give verify the options that the file was made with: --spans, --mask, --protect, --on-lost and the
names of the fields. It shares no code with drop that draws, drops or moves labels.
See docs/verify.md for what is checked, and for what cannot be seen.

Exit codes: 0 everything is right, 1 something is wrong or a file could not be read, 2 wrong command
line, 3 the original of --format is invalid.)";

struct VerifyCommand {
  std::string before, after;
  std::string format;  // data set of an official file; empty for JSON Lines
  RecordFieldOptions records;
  std::uint64_t views = 0;
  VerifyOptions options;
  bool json = false;
  bool quiet = false;

  CLI::App* app = nullptr;
};

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{} of {} ({:.1f} %)", thousands(part), thousands(whole),
                     percent(part, whole));
}

void print_summary(const VerifyCounts& c, bool is_masked, double seconds) {
  const char* what = is_masked ? "masked" : "dropped";
  print_records(c.records, c.bad);
  std::string views = thousands(c.views);
  if (c.most_views > 1) {
    views += c.least_views == c.most_views
                 ? fmt::format(" ({} per record)", c.most_views)
                 : fmt::format(" ({} to {} per record)", c.least_views, c.most_views);
  }
  print_row("views", views);
  if (c.missing > 0) print_row("missing records", thousands(c.missing));
  if (c.spans > 0)
    print_row(fmt::format("spans {}", what).c_str(), share(c.spans_dropped, c.spans));
  print_row(fmt::format("length {}", what).c_str(), share(c.elements_dropped, c.elements));
  if (c.labels[0] + c.labels[1] + c.labels[2] + c.labels[3] > 0) {
    print_row("labels",
              fmt::format("kept {}, shifted {}, cut {}, gone {}{}", thousands(c.labels[0]),
                          thousands(c.labels[1]), thousands(c.labels[2]), thousands(c.labels[3]),
                          c.labels_removed > 0 ? ", removed " + thousands(c.labels_removed)
                                               : std::string()));
  }
  if (c.became_empty > 0) print_row("became empty", thousands(c.became_empty));
  print_run({.seconds = seconds}, c.bytes_read);
}

void print_problems(const VerifyReport& report) {
  for (const VerifyProblem& problem : report.problems) {
    std::fprintf(stderr, "%s\n", problem.message().c_str());
  }
  if (report.problem_count > report.problems.size()) {
    std::fprintf(stderr, "...\n");
  }
}

// Sets the options that depend on others.
void complete(VerifyCommand& c) {
  const auto given = [&](const char* option) { return c.app->count(option) > 0; };
  c.options.fields = c.records.fields(*c.app);
  if (!c.format.empty()) {
    std::vector<std::string> refused = {"--view-field", "--offsets", "--parallel", "--mask"};
    for (const auto& [option, name] : c.records.names) refused.push_back(option);
    refuse_given(*c.app, refused, "cannot be used with --format; remove one of them");
  }
  if (given("--views")) c.options.expected_views = c.views;
  const bool protects = c.records.schema == "squad-hf" || !c.format.empty();
  if (protects && !given("--protect")) c.options.protect = Protect::annotations;
  if (!c.format.empty() && !given("--on-lost")) c.options.on_lost = OnLost::drop;
  if (c.options.mask_spans && !c.options.mask) {
    throw std::invalid_argument("--mask-per span requires --mask VALUE");
  }
  if (c.before == "-" && c.after == "-") {
    throw std::invalid_argument("only one of the two files can be standard input");
  }
}

int run(VerifyCommand& c) {
  complete(c);
  std::optional<DatasetFormat> format;
  if (!c.format.empty()) format = dataset_format(c.format);
  const auto start = std::chrono::steady_clock::now();
  const VerifyReport report = verify_files({c.before}, {c.after}, format, c.options);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (c.json) {
    const std::string text = to_json(report);
    std::fputs(text.c_str(), stdout);
  }
  if (!c.quiet && !c.json) {
    print_problems(report);
    print_summary(report.counts, c.options.mask.has_value(), seconds);
  }
  if (report.ok()) return kExitOk;
  return print_error(fmt::format("{} in {}", count_of(report.problem_count, "problem"), c.after),
                     kExitFile);
}

// An option with one of a few words as its value.
template <class Choice>
void add_choice(OptionSection section, const char* name, Choice& choice, const char* type,
                const std::string& about) {
  const auto words = names_of(choice);
  section.add(name, choice, type, about)
      ->transform(one_of(words))
      ->default_str(std::string(words[static_cast<std::size_t>(choice)]));
}

void add_drop_options(CLI::App& command, VerifyCommand& c) {
  VerifyOptions& options = c.options;
  OptionSection dropped(command, "What was dropped");
  dropped.add_function(
      "--spans",
      [&options](const std::string& rule) {
        options.any_spans = rule == "any";
        if (!options.any_spans) options.spans = SpanRule(rule);
      },
      "RULE",
      "The rule that the file was made with, see `spandrop drop --help`, or any: any characters or "
      "tokens can be missing [default: sentence for texts, every:1 for tokens]");
  dropped
      .add("--views", c.views, "N",
           "Number of views of each record [default: as many as the first record has]")
      ->check(whole_number(1));
  c.records.add_name(dropped, "view")->description("The field that holds the number of the view");
  dropped.add_function(
      "--mask", [&options](const std::string& mask) { options.mask = mask; }, "VALUE",
      "What replaced dropped spans, if they were not removed (SpanMask)");
  dropped
      .add("--mask-per", options.mask_spans, "WHAT",
           "With --mask: there is one mask per element or per span")
      ->transform(one_of({"element", "span"}))
      ->default_str("element");
  dropped.add_flag("--allow-missing", options.allow_missing,
                   "Records and views can be missing in the augmented file");

  OptionSection labels(command, "Labels");
  add_choice(
      labels, "--protect", options.protect, "WHAT",
      "What must still be there: none, field (what the record protects) or annotations (also "
      "all spans that touch an annotation). --format and --schema squad-hf use annotations "
      "by default");
  add_choice(labels, "--on-lost", options.on_lost, "POLICY",
             "What became of annotations that were cut or are gone: keep (they cover the remaining "
             "text), drop (they were removed), reject or error (there must be none). --format uses "
             "drop by default");
  add_choice(labels, "--offsets", options.unit, "UNIT",
             "Unit of positions in texts: byte, code-point or utf16");
}

void add_input_options(CLI::App& command, VerifyCommand& c) {
  OptionSection section(command, "Input format");
  c.records.add_format(section, c.options.plain_text, c.format);
  section
      .add_flag("--split-questions", c.options.split_questions,
                "With --format squad or multirc: each question has its own copy of the paragraph")
      ->needs("--format");
  section
      .add("--bad", c.options.skip_bad, "ACTION",
           "What to do with an invalid record of the original: stop (report it as a problem) or "
           "skip")
      ->transform(one_of({"stop", "skip"}))
      ->default_str("stop");
  c.records.add_names(command);
}

}  // namespace

void add_verify_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "verify", "Check an augmented file against its original, whoever wrote it");
  auto options = std::make_shared<VerifyCommand>();
  options->app = command;
  command->footer(kExamples);
  command->add_option("original", options->before, "The file before; - for standard input")
      ->required()
      ->type_name("ORIGINAL");
  command->add_option("augmented", options->after, "The file after; - for standard input")
      ->required()
      ->type_name("AUGMENTED");
  add_drop_options(*command, *options);
  add_input_options(*command, *options);
  OptionSection output(*command, "Output");
  add_json_option(output, options->json);
  output.add_flag("--quiet", options->quiet, "Print neither problems nor a summary");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}
