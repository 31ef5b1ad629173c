// What `spandrop drop` does to each line of a file: the options of a drop, and what a line holds.
#pragma once

#include <string>

#include "spandrop/drop/drop_options.h"
#include "spandrop/io/records/fields.h"

namespace spandrop {

struct RecordOptions : DropOptions {
  Fields fields;
  // Each line is a text, not a JSON record.
  bool plain_text = false;
};

// Everything that the result depends on, as one JSON object.
std::string to_json(const RecordOptions& options);

// Throws std::invalid_argument if the options contradict each other.
void check(const RecordOptions& options);

}  // namespace spandrop
