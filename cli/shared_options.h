// Options that several commands have, each described once.
#pragma once

#include <cstdint>
#include <string>

#include "cli/option_section.h"
#include "spandrop/core/law.h"

// --rate and --gamma.
void add_law_options(OptionSection section, spandrop::Law& law);

// --seed; `about` says what depends on it.
CLI::Option* add_seed_option(OptionSection section, std::uint64_t& seed, const std::string& about);

// --bad stop or skip; `item` is what can be invalid, such as "record".
void add_bad_option(OptionSection section, bool& skip_bad, const std::string& item);

// --vocab; `note` is appended to its description.
CLI::Option* add_vocabulary_option(OptionSection section, std::string& file,
                                   const std::string& note = "");

// --json, for commands that otherwise print a table.
void add_json_option(OptionSection section, bool& json);

// The positional argument with the name of a data set's format.
void add_format_argument(CLI::App& command, std::string& format);
