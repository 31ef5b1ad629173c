#include "cli/drop.h"

#include <fmt/format.h>

#include <signal.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cli/checks.h"
#include "cli/jobs.h"
#include "cli/progress_bar.h"
#include "spandrop/io/drop_file.h"
#include "spandrop/io/output_file.h"

namespace {

using namespace spandrop;

std::atomic<bool> interrupted = false;

constexpr std::size_t kMostThreads = 1024;  // far more than help, far fewer than systems refuse

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
  spandrop drop corpus.jsonl -o out.jsonl --spans word --mask _
      SpanMask: every character of a dropped word becomes _

A record is a line of JSON: "text" (a string) or "tokens" (an array); and if there are, "id",
"annotations" ([{"begin": 0, "end": 5, ...}]), "protected" and "spans" ([[0, 5], ...]).
Exit codes: 0 done, 1 a file failed, 2 wrong usage, 3 a bad record, 130 interrupted.
docs/drop.md tells the rest.)";

// The options as the command line fills them.
struct DropCommand {
  std::vector<std::string> inputs;
  std::string output;
  std::string schema;
  std::string spans = "auto";
  std::string mask;
  std::vector<std::string> parallel;
  std::map<std::string, std::string> field_names;  // by the name of the option
  DropOptions drop;
  FileOptions file;
  std::string summary_file;
  bool quiet = false;

  CLI::App* command = nullptr;
};

bool given(const DropCommand& c, const std::string& option) { return c.command->count(option) > 0; }

// Puts together what single options cannot say alone.
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
  if (c.file.threads == 0) c.file.threads = std::max(1u, std::thread::hardware_concurrency());
  check_drop_options(drop);
}

// All that the content of an output depends on, as one line of JSON.
std::string remembered_options(const DropCommand& c) {
  std::string json = "{\"version\": \"" SPANDROP_VERSION "\"";
  for (const CLI::Option* option : c.command->get_options()) {
    const std::string name = option->get_single_name();
    const bool matters = name != "output" && name != "inputs" && name != "threads" &&
                         name != "summary" && name != "quiet" && name != "help";
    if (!matters || option->count() == 0) continue;
    json += fmt::format(", \"{}\": \"", name);
    for (const std::string& value : option->results()) append_escaped(json, value + " ");
    json.back() = '"';
  }
  return json + "}";
}

std::string thousands(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void print_summary(const Summary& s, double seconds, const DropCommand& c, std::size_t skipped) {
  const auto row = [](const char* name, const std::string& value) {
    fmt::print(stderr, "  {:<16}{}\n", name, value);
  };
  row("records", thousands(s.records) + (s.bad > 0 ? ", bad " + thousands(s.bad) : ""));
  if (s.written != s.records) row("views", thousands(s.written));
  row(c.drop.mask ? "spans masked" : "spans dropped",
      fmt::format("{} of {} ({:.1f} %)", thousands(s.spans_dropped), thousands(s.spans),
                  percent(s.spans_dropped, s.spans)));
  if (s.fates[0] + s.fates[1] + s.fates[2] + s.fates[3] > 0) {
    std::string fates;
    for (const Fate fate : {Fate::kept, Fate::shifted, Fate::cut, Fate::gone}) {
      fates += fmt::format("{}{} {}", fates.empty() ? "" : ", ", name_of(fate),
                           thousands(s.fates[static_cast<std::size_t>(fate)]));
    }
    if (s.annotations_removed > 0) fates += ", removed " + thousands(s.annotations_removed);
    row("annotations", fates);
  }
  if (s.became_empty > 0) row("became empty", thousands(s.became_empty));
  if (s.draws_rejected > 0) {
    row("draws rejected", thousands(s.draws_rejected) + ", left whole " + thousands(s.left_whole));
  }
  if (skipped > 0) row("skipped", thousands(skipped) + " outputs that were there already");
  row("read",
      fmt::format("{:.1f} MB in {:.2f} s, {:.0f} MB/s", static_cast<double>(s.bytes_read) / 1e6,
                  seconds, static_cast<double>(s.bytes_read) / 1e6 / std::max(seconds, 1e-9)));
}

std::uint64_t size_of(const std::vector<std::string>& files) {
  std::uint64_t size = 0;
  for (const std::string& file : files) {
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(file, error);
    if (!error) size += bytes;
  }
  return size;
}

// The first signal lets the run end in order; a second one ends it at once, with no harm to
// outputs.
void catch_signals() {
  struct sigaction stop = {};
  stop.sa_handler = [](int) { interrupted = true; };
  stop.sa_flags = SA_RESETHAND;
  sigaction(SIGINT, &stop, nullptr);
  sigaction(SIGTERM, &stop, nullptr);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of write
}

void check_bad_file(const DropCommand& c) {
  const auto refuse = [](const char* what) { throw std::invalid_argument(what); };
  const bool is_named = !c.file.bad_file.empty();
  if (is_named && !c.file.skip_bad) refuse("--bad-file needs --bad skip");
  if (is_named && names_directory(c.output)) {
    refuse("--bad-file is for one output; in a directory each has its own list, OUT.bad.jsonl");
  }
  if (c.file.skip_bad && !is_named && c.output == "-") {
    refuse("--bad skip to standard output needs --bad-file FILE");
  }
}

// Where the bad records of a job are listed.
std::string bad_file_of(const DropCommand& c, const Job& job) {
  return c.file.bad_file.empty() ? job.output + ".bad.jsonl" : c.file.bad_file;
}

// The files that are written beside the outputs.
std::vector<std::string> side_files(const DropCommand& c) {
  std::vector<std::string> files;
  if (!c.summary_file.empty()) files.push_back(c.summary_file);
  if (!c.file.bad_file.empty()) files.push_back(c.file.bad_file);
  return files;
}

void run(DropCommand& c) {
  complete(c);
  check_bad_file(c);
  const Jobs jobs = plan_jobs(c.inputs, c.output, side_files(c), remembered_options(c));
  catch_signals();
  c.file.cancelled = &interrupted;

  const auto start = std::chrono::steady_clock::now();
  ProgressBar bar(!c.quiet);
  std::uint64_t total = 0, done = 0;
  for (const Job& job : jobs.to_do) total += size_of(job.inputs);
  Summary summary;
  for (std::size_t i = 0; i < jobs.to_do.size(); ++i) {
    const Job& job = jobs.to_do[i];
    FileOptions file = c.file;
    if (file.skip_bad) file.bad_file = bad_file_of(c, job);
    if (jobs.to_do.size() > 1)
      bar.set_label(fmt::format("file {} of {}", i + 1, jobs.to_do.size()));
    file.on_progress = [&](const Progress& progress) {
      bar.show(done + progress.done, progress.total ? std::optional(total) : std::nullopt);
    };
    summary += drop_files(job.inputs, job.output, c.drop, file);
    done += size_of(job.inputs);
  }
  bar.clear();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!c.quiet) print_summary(summary, seconds, c, jobs.finished.size());
  if (!c.summary_file.empty()) {
    OutputFile file(c.summary_file);
    file.write(to_json(summary, seconds) + "\n");
    file.commit();
  }
}

}  // namespace

void add_drop_command(CLI::App& app) {
  auto c = std::make_shared<DropCommand>();
  CLI::App* command =
      app.add_subcommand("drop", "Augment a corpus: drop random spans of each record");
  c->command = command;
  command->footer(kExamples);
  command->add_option("inputs", c->inputs, "JSON Lines, plain or .gz or .zst; - is standard input")
      ->required()
      ->type_name("IN");
  command->add_option("-o,--output", c->output, "A file, - for standard output, or a directory/")
      ->required()
      ->type_name("OUT");

  const std::string what = "What is dropped";
  DropOptions& drop = c->drop;
  command
      ->add_option("--spans", c->spans,
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
  command->add_option("--view-field", drop.view_field, "Add a field with the number of the view")
      ->type_name("NAME")
      ->group(what);
  command
      ->add_option(
          "--mask", c->mask,
          "Replace instead of remove (SpanMask): a character for texts, a token for tokens")
      ->type_name("VALUE")
      ->group(what);
  command
      ->add_option("--mask-per", drop.mask_spans,
                   "One mask for each element, or for each span: element or span")
      ->transform(one_of(std::map<std::string, bool>{{"element", false}, {"span", true}}))
      ->type_name("WHAT")
      ->group(what);

  const std::string labels = "Labels";
  command
      ->add_option("--protect", drop.protect,
                   "Spans that are never dropped: none, field (what the record protects, the "
                   "default) or annotations (also what touches an annotation)")
      ->transform(one_of(std::map<std::string, Protect>{{"none", Protect::none},
                                                        {"field", Protect::field},
                                                        {"annotations", Protect::annotations}}))
      ->type_name("WHAT")
      ->group(labels);
  command
      ->add_option("--on-lost", drop.on_lost,
                   "An annotation that is cut or gone: keep (what is left of it, the default), "
                   "drop (it is removed), reject (draw again) or error")
      ->transform(one_of(std::map<std::string, OnLost>{{"keep", OnLost::keep},
                                                       {"drop", OnLost::drop},
                                                       {"reject", OnLost::reject},
                                                       {"error", OnLost::error}}))
      ->type_name("POLICY")
      ->group(labels);
  command
      ->add_option("--tries", drop.draw.max_tries,
                   "With --on-lost reject: draws before a record is left whole")
      ->check(whole_number(1))
      ->capture_default_str()
      ->type_name("N")
      ->group(labels);
  command
      ->add_option("--offsets", drop.unit,
                   "Unit of positions in texts: code-point (the default), byte or utf16")
      ->transform(one_of(std::map<std::string, Unit>{
          {"code-point", Unit::code_point}, {"byte", Unit::byte}, {"utf16", Unit::utf16}}))
      ->type_name("UNIT")
      ->group(labels);

  const std::string shape = "Shape of the records";
  command->add_flag("--text", drop.plain_text, "Plain text: each line is a text")->group(shape);
  command->add_option("--schema", c->schema, "squad-hf, conll, tokenized or chat")
      ->check(CLI::IsMember(schema_names()).description(""))
      ->type_name("NAME")
      ->excludes("--text")
      ->group(shape);
  command->add_option("--parallel", c->parallel, "Arrays that are shortened with the tokens: a,b,c")
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
    command->add_option(option, c->field_names[option], meaning)->type_name("NAME")->group(shape);
  }

  const std::string run_group = "Running";
  c->file.threads = 0;
  command->add_option("--threads", c->file.threads, "Threads; all cores unless given")
      ->check(whole_number(1, kMostThreads))
      ->type_name("N")
      ->group(run_group);
  command
      ->add_option("--bad", c->file.skip_bad,
                   "A bad record: stop (the default), or skip, count and list it")
      ->transform(one_of(std::map<std::string, bool>{{"stop", false}, {"skip", true}}))
      ->type_name("WHAT")
      ->group(run_group);
  command
      ->add_option("--bad-file", c->file.bad_file,
                   "List of the skipped records; OUT.bad.jsonl unless given")
      ->type_name("FILE")
      ->group(run_group);
  command->add_option("--summary", c->summary_file, "Write the summary as JSON")
      ->type_name("FILE")
      ->group(run_group);
  command->add_flag("--quiet", c->quiet, "No progress and no summary")->group(run_group);
  command->callback([c] { run(*c); });
}
