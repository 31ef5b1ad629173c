#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "cli/checks.h"
#include "cli/commands.h"
#include "cli/forward.h"
#include "cli/forwarded_commands.h"
#include "cli/settings_options.h"
#include "cli/shared_options.h"
#include "spandrop/base/json_writer.h"
#include "spandrop/io/files/output_file.h"
#include "spandrop/tasks/find_animals/generator.h"

namespace {

using spandrop::JsonWriter;
using spandrop::find_animals::Example;
using spandrop::find_animals::Generator;
using spandrop::find_animals::GeneratorOptions;

struct GenerateOptions {
  std::shared_ptr<spandrop::Settings> given = std::make_shared<spandrop::Settings>();
  std::string output;
  std::string split = "train";
  std::uint64_t seed = 0;
  std::int64_t count = 1000;
};

void generate(const GenerateOptions& options) {
  GeneratorOptions data;
  spandrop::apply_settings(*options.given, data);
  const Generator generator(data);
  spandrop::OutputFile file(options.output);
  std::string block;
  for (std::int64_t i = 0; i < options.count; ++i) {
    const Example example = generator(options.seed, options.split, std::uint64_t(i));
    JsonWriter(block, JsonWriter::Spacing::compact)
        .begin_object()
        .field("id", fmt::format("{}/{}", options.split, i))
        .field("animal", example.animal)
        .field("text", example.letters)
        .field("contains", example.contains)
        .end_object();
    block += '\n';
    if (block.size() < 1 << 20) continue;
    file.write(block);
    block.clear();
  }
  file.write(block);
  file.commit();
}

}  // namespace

void add_find_animals_command(CLI::App& app, char** argv) {
  CLI::App* command = app.add_subcommand("findanimals", kAboutFindAnimals);
  command->require_subcommand(1);
  command->footer(R"(Examples:
  spandrop findanimals train --length 100 --method beta -o runs/beta
      Train a Transformer on strings of 100 letters with Beta-SpanDrop.

Run `spandrop findanimals COMMAND --help` for the options of a command.)");
  CLI::App* generator = command->add_subcommand("generate", "Write examples as JSON Lines");
  const auto options = std::make_shared<GenerateOptions>();
  OptionSection examples(*generator, "Options");
  examples.add("-o,--output", options->output, "FILE", "Output file; - is standard output")
      ->required();
  examples.add("--count", options->count, "N", "Number of examples; half of them are positive")
      ->check(whole_number(0, std::numeric_limits<std::int64_t>::max()))
      ->capture_default_str();
  examples
      .add("--split", options->split, "NAME",
           "Name of the set, such as train, dev or test; another name gives other examples")
      ->capture_default_str();
  add_seed_option(examples, options->seed, "Random seed; another seed gives other examples");
  add_settings(*generator, GeneratorOptions{}, options->given);
  generator->callback([options] { generate(*options); });
  generator->footer(R"(Examples:
  spandrop findanimals generate --count 4 --length 20 -o -
      Print four strings of 20 letters.
  spandrop findanimals generate --split test --count 10000 -o test.jsonl
      Write the default test set of a training run. A run with seed S uses `--split train --seed S`;
      its dev and test splits always use seed 0.)");
  add_forwarded_command(*command, "train", kAboutFindAnimalsTrain, argv);
  add_forwarded_command(*command, "eval", kAboutFindAnimalsEval, argv);
}
