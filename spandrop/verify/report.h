// What a verification found: the problems, and what was dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spandrop {

// Something in the augmented file (or in the original) that is not as it should be.
struct VerifyProblem {
  std::string file;
  std::uint64_t line = 0;  // 0 in an official file, which has a path in `field` instead
  std::string id;          // empty if the record has none
  std::string field;       // such as annotations[2]; empty: the record itself
  std::string reason;      // what was expected, and what was found

  // "FILE:LINE: record ID: FIELD: REASON"
  std::string message() const;
};

// What became of a label.
enum class LabelFate { kept, shifted, cut, gone };

struct VerifyCounts {
  std::uint64_t records = 0;                         // of the original
  std::uint64_t views = 0;                           // records of the augmented file
  std::uint64_t bad = 0;                             // invalid records of the original, skipped
  std::uint64_t missing = 0;                         // records of the original without any view
  std::uint64_t least_views = 0, most_views = 0;     // per record that has any
  std::uint64_t elements = 0, elements_dropped = 0;  // characters or tokens, in all views
  std::uint64_t spans = 0, spans_dropped = 0;        // in all views; none with any_spans
  std::uint64_t labels[4] = {};                      // by fate
  std::uint64_t labels_removed = 0;                  // deleted from the augmented file
  std::uint64_t unchanged = 0;                       // views in which nothing was dropped
  std::uint64_t became_empty = 0;                    // views in which nothing is left
  std::uint64_t bytes_read = 0;

  void add_label(LabelFate fate, bool is_removed) {
    ++labels[static_cast<std::size_t>(fate)];
    labels_removed += is_removed;
  }
  // Counts a record that has this many views.
  void add_views(std::uint64_t count);
  VerifyCounts& operator+=(const VerifyCounts& other);
};

// What is wrong with a view, before it is known where it is.
struct FieldProblem {
  std::string field;
  std::string reason;
};

struct VerifyReport {
  VerifyCounts counts;
  std::uint64_t problem_count = 0;
  std::vector<VerifyProblem> problems;  // the first ones

  bool ok() const { return problem_count == 0; }
};

// The report as one JSON object, with a line end.
std::string to_json(const VerifyReport& report);

}  // namespace spandrop
