#include "cli/tokenize.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/run_files.h"
#include "spandrop/core/key.h"
#include "spandrop/io/tokenize_file.h"
#include "spandrop/io/vocabulary_file.h"

namespace {

using namespace spandrop;

constexpr const char* kExamples = R"(Examples:
  spandrop tokenize corpus.jsonl -o tokens.jsonl --vocab vocab.txt
      [CLS], the tokens of each "text", [SEP]: {"id": ..., "ids": [...], "offsets": [[0, 0], ...]}
  spandrop tokenize corpus.jsonl -o - --vocab tokenizer.json --no-special | head
      without [CLS] and [SEP]; the vocabulary out of a Hugging Face tokenizer.json
  spandrop tokenize shards/*.jsonl.zst -o tokens/ --vocab vocab.txt
      one output a shard; start again after a break and it goes on

Offsets are in code points of the text. The ids are those that Hugging Face's tokenizers gives.
Exit codes: 0 done, 1 a file failed, 2 wrong usage, 3 a bad record, 130 interrupted.
docs/wordpiece.md tells the rest.)";

struct TokenizeCommand : FileCommand {
  std::string vocabulary;
  bool no_special = false;
};

// A name for the content of a vocabulary, wherever its file is.
std::string fingerprint(const Vocabulary& vocabulary) {
  std::string content;
  for (const auto* list : {&vocabulary.tokens, &vocabulary.specials}) {
    for (const Vocabulary::Token& token : *list) {
      content += fmt::format("{} {}\n", token.id, token.text);
    }
    content += '\n';
  }
  const ExampleId id = content_id(content);
  return fmt::format("{:016x}{:016x}", id.high, id.low);
}

// All that the content of an output depends on, as one line of JSON.
std::string remembered_options(const TokenizeCommand& c, const Vocabulary& vocabulary) {
  return fmt::format(
      R"({{"version": "{}", "command": "tokenize", "bad": "{}", "special": {}, "vocab": "{}"}})",
      SPANDROP_VERSION, c.file.skip_bad ? "skip" : "stop", !c.no_special, fingerprint(vocabulary));
}

void print_summary(const TokenizeSummary& s, const RunResult& result) {
  print_row("records",
            thousands(s.records) + (s.counts.bad > 0 ? ", bad " + thousands(s.counts.bad) : ""));
  print_row("tokens", thousands(s.tokens));
  if (result.finished > 0) {
    print_row("skipped", thousands(result.finished) + " outputs that were there already");
  }
  print_read(s.counts.bytes_read, result.seconds);
}

void run(TokenizeCommand& c) {
  const Vocabulary vocabulary = read_vocabulary(c.vocabulary);
  const WordPiece model(vocabulary);
  const EncodeOptions options{.add_special = !c.no_special};
  TokenizeSummary summary;
  const RunResult result =
      run_files(c, remembered_options(c, vocabulary), [&](const Job& job, const FileOptions& file) {
        summary += tokenize_files(job.inputs, job.output, model, options, file);
      });
  if (!c.quiet) print_summary(summary, result);
  write_summary(c, to_json(summary, result.seconds));
}

}  // namespace

void add_tokenize_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "tokenize", "Texts to token ids and their places, by uncased WordPiece (BERT, ELECTRA)");
  auto options = std::make_shared<TokenizeCommand>();
  command->footer(kExamples);
  add_file_arguments(*command, *options);
  command
      ->add_option("--vocab", options->vocabulary,
                   "vocab.txt, a token a line; or a tokenizer.json of an uncased BERT")
      ->required()
      ->type_name("FILE");
  command->add_flag("--no-special", options->no_special, "Add no [CLS] and no [SEP]");
  add_run_options(*command, *options);
  command->callback([options] { run(*options); });
}
