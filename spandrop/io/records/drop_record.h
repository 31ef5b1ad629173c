// The main job for one line of a file: reads a record, drops spans, writes the new line.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "spandrop/drop/summary.h"
#include "spandrop/io/files/record_error.h"
#include "spandrop/io/files/write_part.h"
#include "spandrop/io/records/record_options.h"

namespace spandrop {

// Drops spans from one record after another and reuses its memory. Not thread-safe.
class RecordDropper {
 public:
  // Throws std::invalid_argument if the options contradict each other.
  explicit RecordDropper(RecordOptions options);
  ~RecordDropper();

  // Appends the views of a line (without its line end, but with 64 readable bytes after it) to
  // `out`, each followed by `line_end`, and counts. After an error, nothing is appended or counted.
  // If `out` becomes large between two views, it is passed to `write_part`, if there is one.
  tl::expected<void, RecordError> drop(std::string_view line, std::string_view line_end,
                                       std::string& out, Summary& summary,
                                       const WritePart& write_part = {});

  // Whether a record so far had this field.
  bool has_seen(const std::string& field) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spandrop
