// The main job for one record: spans, draw, what becomes of each label, and the new line.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "spandrop/io/drop_options.h"
#include "spandrop/io/record.h"
#include "spandrop/io/summary.h"

namespace spandrop {

// Drops spans of records one after another, with memory that is used again; one for each thread.
class RecordDropper {
 public:
  // `options` must outlive this. Throws std::invalid_argument if they do not go together.
  explicit RecordDropper(const DropOptions& options);
  ~RecordDropper();

  // Appends the views of a line (without its line end, but with 64 readable bytes after it) to
  // `out`, each followed by `line_end`, and counts. After an error nothing is appended or counted.
  tl::expected<void, RecordError> drop(std::string_view line, std::string_view line_end,
                                       std::string& out, Summary& summary);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spandrop
