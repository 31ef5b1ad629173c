// Random records of every shape, as their author sees them and as JSON, and options for them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/io/records/record_options.h"
#include "tests/io/records/records.h"

namespace spandrop {

// Cells are the code points of a text, or tokens.
struct Model {
  bool is_text = true;
  bool whole_numbers = false;  // the tokens are
  std::vector<Spelled> cells;
  std::optional<std::string> id;
  std::string id_raw;
  std::vector<Range> annotations, protect, spans;
  std::string question;
  std::vector<std::string> beside;  // an array beside the tokens
  std::string line;                 // all this as JSON

  std::string text() const { return meaning(cells); }
};

// The place of each border between cells in units; of tokens, their numbers.
std::vector<std::size_t> borders(const std::vector<std::string>& cells, bool is_text, Unit unit);

std::vector<std::string> meanings(const std::vector<Spelled>& cells);

// A record whose positions are in `unit`, its fields in any order with any white space.
Model random_record(Unit unit, Random& random);

RecordOptions random_options(Random& random);

// Chooses rules and masks that go with what the record holds.
void choose_for(const Model& model, RecordOptions& options, Random& random);

}  // namespace spandrop
