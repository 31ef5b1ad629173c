// From one line of JSON to a Record.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <tl/expected.hpp>

#include "spandrop/io/records/fields.h"
#include "spandrop/io/records/record.h"
#include "spandrop/text/units.h"

namespace spandrop {

// Reads one record after another and reuses its memory. Not thread-safe. Reads only the named
// fields. The rest is checked only for valid UTF-8 and for closed strings and brackets.
class RecordReader {
 public:
  RecordReader(Fields fields, Unit unit);
  ~RecordReader();

  // Reads a line that is followed by at least 64 readable bytes. The result refers to the line and
  // is valid until the next call.
  tl::expected<Record*, RecordError> read(std::string_view line);
  // Whether the last record has a field of this name, which is in use.
  bool has_read(std::string_view field) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spandrop
