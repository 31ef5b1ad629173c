// Compares the records of an augmented file with those of the original.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/io/files/record_error.h"
#include "spandrop/verify/report.h"
#include "spandrop/verify/verify_options.h"

namespace spandrop {

// Holds one record of the original and one view at a time, and reuses its memory. Not thread-safe.
// Lines must outlive their use and be followed by 64 readable bytes.
class RecordChecker {
 public:
  explicit RecordChecker(const VerifyOptions& options);
  ~RecordChecker();

  // Reads a record of the original. Returns what is wrong with it, if anything.
  std::optional<RecordError> read_original(std::string_view line);
  // The id of the original; none if it has none, or if it is plain text.
  std::optional<std::string_view> original_id() const;

  struct ViewHead {
    std::optional<std::string> id;    // as far as it could be read
    std::optional<std::string> view;  // the value of the view field
    bool is_readable = true;
  };
  // Reads a record of the augmented file.
  ViewHead read_view(std::string_view line);

  // Compares the two, counts what was dropped, and appends what is wrong.
  void compare(VerifyCounts& counts, std::vector<FieldProblem>& problems);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spandrop
