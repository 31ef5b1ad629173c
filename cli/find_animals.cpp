#include "cli/find_animals.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "cli/checks.h"
#include "cli/forward.h"
#include "cli/settings_options.h"
#include "spandrop/io/json_text.h"
#include "spandrop/io/output_file.h"
#include "spandrop/tasks/find_animals/generator.h"

namespace {

using spandrop::json_string;
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
    // The split and the alphabet may hold a quote or a backslash.
    block +=
        fmt::format(R"({{"id":{},"animal":{},"text":{},"contains":{}}})"
                    "\n",
                    json_string(fmt::format("{}/{}", options.split, i)),
                    json_string(example.animal), json_string(example.letters), example.contains);
    if (block.size() < 1 << 20) continue;
    file.write(block);
    block.clear();
  }
  file.write(block);
  file.commit();
}

}  // namespace

void add_find_animals_command(CLI::App& app, char** argv) {
  CLI::App* command = app.add_subcommand(
      "findanimals",
      "The paper's synthetic benchmark: is an animal hidden in a string of letters?");
  command->require_subcommand(1);
  CLI::App* made = command->add_subcommand("generate", "Write examples as JSON Lines");
  const auto options = std::make_shared<GenerateOptions>();
  made->add_option("-o,--output", options->output, "The file to write; - is standard output")
      ->required()
      ->type_name("FILE");
  made->add_option("--count", options->count, "How many examples, half of them positive")
      ->check(whole_number(0, std::numeric_limits<std::int64_t>::max()))
      ->capture_default_str();
  made->add_option("--split", options->split, "The name of the set: train, dev, test or any other")
      ->capture_default_str();
  made->add_option("--seed", options->seed, "Another seed gives other examples")
      ->check(whole_number(0))
      ->capture_default_str();
  add_settings(*made, GeneratorOptions{}, options->given);
  made->callback([options] { generate(*options); });
  made->footer(
      "spandrop findanimals generate --count 4 --length 20 -o -\n"
      "The training runs of seed S use the sets train (seed S), dev and test (seed 0).");
  add_forwarded_command(*command, "train", "Train a Transformer, with or without SpanDrop", argv);
  add_forwarded_command(*command, "eval", "Test a trained model, also at other lengths", argv);
}
