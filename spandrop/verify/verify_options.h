// What `spandrop verify` is told about the augmentation that it checks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "spandrop/io/records/record_options.h"

namespace spandrop {

// The options of the drop, as far as they can be seen in its result: the span rule, the mask, what
// is protected, the policy for lost labels, and the names of the fields. The law, the seed and the
// first view are not used.
struct VerifyOptions : RecordOptions {
  // Any characters or tokens can be missing, not only whole spans.
  bool any_spans = false;
  // The number of views of each record. Without it, all have as many as the first one.
  std::optional<std::uint64_t> expected_views;
  // Records and views of the original can be missing.
  bool allow_missing = false;
  // Invalid records of the original are skipped, as by `drop --bad skip`.
  bool skip_bad = false;
  // Official files: each question of SQuAD or MultiRC has its own copy of the paragraph.
  bool split_questions = false;
  // Number of problems that are described; the others are only counted.
  std::size_t most_problems = 10;
};

// Throws std::invalid_argument if the options contradict each other.
void check(const VerifyOptions& options);

}  // namespace spandrop
