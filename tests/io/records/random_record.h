// Random records of every kind, as a model and as JSON, with options for them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/io/records/record_options.h"
#include "tests/io/records/records.h"

namespace spandrop {

// Cells are the code points of a text or the tokens.
struct Model {
  bool is_text = true;
  bool whole_numbers = false;  // whether tokens are integers
  std::vector<Spelled> cells;
  std::optional<std::string> id;
  std::string id_raw;
  std::vector<Range> annotations, protect, spans;
  std::string question;
  std::vector<std::string> beside;  // an array parallel to the tokens
  std::string line;                 // the record as JSON

  std::string text() const { return meaning(cells); }
};

// The position of each border between cells: in units for texts, the index for tokens.
std::vector<std::size_t> borders(const std::vector<std::string>& cells, bool is_text, Unit unit);

std::vector<std::string> meanings(const std::vector<Spelled>& cells);

// A record with positions in `unit`, and its fields in any order with any white space.
Model random_record(Unit unit, Random& random);

RecordOptions random_options(Random& random);

// Chooses rules and masks that suit the record.
void choose_for(const Model& model, RecordOptions& options, Random& random);

}  // namespace spandrop
