#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/number_text.h"
#include "cli/run_files.h"
#include "cli/shared_options.h"
#include "cli/summary_rows.h"
#include "spandrop/base/json_writer.h"
#include "spandrop/core/key.h"
#include "spandrop/io/files/vocabulary_file.h"
#include "spandrop/io/records/tokenize_file.h"
#include "spandrop/version.h"

namespace {

using namespace spandrop;

constexpr const char* kExamples = R"(Examples:
  spandrop tokenize corpus.jsonl -o tokens.jsonl --vocab vocab.txt
      Write [CLS], the tokens of each "text" and [SEP], one object per line:
      {"id": ..., "ids": [...], "offsets": [[0, 0], ...]}
  spandrop tokenize corpus.jsonl -o - --vocab tokenizer.json --no-special | head
      Without [CLS] and [SEP]; the vocabulary comes from a Hugging Face tokenizer.json.
  spandrop tokenize shards/*.jsonl.zst -o tokens/ --vocab vocab.txt
      Write one output per shard. Rerun to resume after an interruption.

Offsets count code points of the text. Ids and offsets equal those of Hugging Face's tokenizers.
See docs/wordpiece.md for the full reference.

)";

struct TokenizeCommand : FileCommand {
  std::string vocabulary;
  bool no_special = false;
};

// Identifies the content of a vocabulary, whatever its file is called.
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

// Everything that the content of an output depends on, as one line of JSON.
std::string remembered_options(const TokenizeCommand& c, const Vocabulary& vocabulary) {
  std::string line;
  JsonWriter json(line);
  json.begin_object().field("version", SPANDROP_VERSION).field("command", "tokenize");
  json.field("bad", c.file.skip_bad ? "skip" : "stop");
  if (c.file.skip_bad && c.file.max_record_bytes != FileOptions{}.max_record_bytes)
    json.field("max_record_bytes", c.file.max_record_bytes);
  json.field("special", !c.no_special).field("vocab", fingerprint(vocabulary)).end_object();
  return line;
}

void print_summary(const TokenizeSummary& s, const RunResult& result) {
  print_records(s.records, s.counts.bad);
  print_row("tokens", thousands(s.tokens));
  print_run(result, s.counts.bytes_read);
}

void run(TokenizeCommand& c) {
  const Vocabulary vocabulary = read_vocabulary(c.vocabulary);
  const WordPiece model(vocabulary);
  const EncodeOptions options{.add_special = !c.no_special};
  TokenizeSummary summary;
  const RunResult result =
      run_files(c, remembered_options(c, vocabulary),
                [&](const PlannedOutput& planned, const FileOptions& file) {
                  summary += tokenize_files(planned.inputs, planned.output, model, options, file);
                });
  if (!c.quiet) print_summary(summary, result);
  write_summary(c, to_json(summary, result.seconds));
}

}  // namespace

void add_tokenize_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "tokenize", "Convert texts to token ids and offsets with uncased WordPiece (BERT, ELECTRA)");
  auto options = std::make_shared<TokenizeCommand>();
  command->footer(std::string(kExamples) + kExitCodeHelp);
  add_file_arguments(*command, *options);
  OptionSection model(*command, "Model");
  add_vocabulary_option(model, options->vocabulary)->required();
  model.add_flag("--no-special", options->no_special, "Do not add [CLS] and [SEP]");
  add_run_options(*command, *options);
  command->callback([options] { run(*options); });
}
