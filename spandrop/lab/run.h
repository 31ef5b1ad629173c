// One run of an experiment, and where its result belongs.
#pragma once

#include <string>

#include "spandrop/lab/kind.h"

namespace spandrop::lab {

struct Run {
  Kind kind = Kind::find_animals;
  Settings settings;  // complete
};

// The run's name: its label, then a hash of kind and settings. Device, threads and checkpoint_every
// do not count: they change how a run is computed, not what. Equal runs have equal names in all
// experiments.
std::string name_of(const Run& run);

// Where a result is wanted: by an experiment file, at a scale.
struct Place {
  std::string experiment;  // the file's name without .toml
  std::string panel;
  std::string scale;
};

}  // namespace spandrop::lab
