// One run of an experiment, and where its result belongs.
#pragma once

#include <string>
#include <string_view>

#include "spandrop/base/json_writer.h"
#include "spandrop/lab/kind.h"

namespace spandrop::lab {

struct Run {
  Kind kind = Kind::find_animals;
  Settings settings;  // complete
};

// The name of a run: its label and a hash of its kind and settings. The settings `device`,
// `threads` and `checkpoint_every`, which do not change the result, are left out of the hash. Equal
// runs have equal names in all experiments.
std::string name_of(const Run& run);

// Writes the fields "kind" and "settings" of a JSON object.
void write_fields(JsonWriter& json, const Run& run);

// Reads these fields of a JSON object; throws std::invalid_argument if they are missing or invalid.
Run run_from_json(std::string_view json);

// Where an experiment needs a result.
struct Place {
  std::string experiment;  // the name of the file, without .toml
  std::string panel;
  std::string scale;
};

}  // namespace spandrop::lab
