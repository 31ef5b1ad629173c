// What `spandrop drop` does to each line of a file: the options of a drop, and what a line holds.
#pragma once

#include <string>
#include <vector>

#include "spandrop/drop/drop_options.h"
#include "spandrop/io/records/fields.h"

namespace spandrop {

struct RecordOptions : DropOptions {
  Fields fields;
  // A field that the user named, and the option that did. If no record of a file has it, the name
  // is probably wrong, and the file is an error.
  struct NamedField {
    std::string name;
    std::string option;
  };
  std::vector<NamedField> named_fields;
  // Each line is a text, not a JSON record.
  bool plain_text = false;
};

// Everything that the result depends on, as one JSON object.
std::string to_json(const RecordOptions& options);

// Throws std::invalid_argument if the options contradict each other.
void check(const RecordOptions& options);

}  // namespace spandrop
