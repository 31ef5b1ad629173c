#include "cli/shared_options.h"

#include "cli/checks.h"
#include "cli/field_options.h"
#include "spandrop/tasks/dataset_format.h"

void add_law_options(OptionSection section, spandrop::Law& law) {
  add_field(section, law, "rate", "P");
  add_field(section, law, "gamma", "G");
}

CLI::Option* add_seed_option(OptionSection section, std::uint64_t& seed, const std::string& about) {
  return section.add("--seed", seed, "N", about)->check(whole_number(0))->capture_default_str();
}

void add_bad_option(OptionSection section, bool& skip_bad, const std::string& item) {
  section.add("--bad", skip_bad, "ACTION", "What to do with an invalid " + item + ": stop or skip")
      ->transform(one_of({"stop", "skip"}))
      ->default_str("stop");
}

CLI::Option* add_vocabulary_option(OptionSection section, std::string& file,
                                   const std::string& note) {
  return section.add(
      "--vocab", file, "FILE",
      "Vocabulary of an uncased WordPiece model: vocab.txt (one token per line) or Hugging Face's "
      "tokenizer.json" +
          note);
}

void add_json_option(OptionSection section, bool& json) {
  section.add_flag("--json", json, "Print one JSON object instead of a table");
}

void add_format_argument(CLI::App& command, std::string& format) {
  const std::vector<std::string>& names = spandrop::dataset_format_names();
  command.add_option("format", format, "The data set: " + either(names))
      ->required()
      ->type_name("FORMAT")
      ->check(CLI::IsMember(names).description(""));
}
