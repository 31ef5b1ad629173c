// Spans matched by a regular expression.
#pragma once

#include <memory>
#include <string_view>

#include "spandrop/core/spans.h"

namespace spandrop {

// Every non-empty match is a span; the text between matches is a gap, which is never dropped.
// Patterns use ICU's syntax, with flags such as (?i) or (?m) in the pattern. Thread-safe.
class RegexSegmenter {
 public:
  // Throws std::invalid_argument with ICU's error and its position if the pattern is invalid.
  explicit RegexSegmenter(std::string_view pattern);

  // Throws std::runtime_error if the pattern takes too many steps or too much memory on this text,
  // as (a+)+b may. The limit is about 10^7 steps plus 200 per byte.
  Spans segment(std::string_view text) const;

 private:
  struct Pattern;
  std::shared_ptr<const Pattern> pattern_;
};

}  // namespace spandrop
