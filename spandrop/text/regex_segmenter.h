// Spans given by a regular expression.
#pragma once

#include <memory>
#include <string_view>

#include "spandrop/core/spans.h"

namespace spandrop {

// Every match that is not empty is a span; the text between matches is a gap, which is never
// dropped. Patterns are ICU's; flags are written in the pattern, as in (?i) or (?m). One segmenter
// may serve many threads at once.
class RegexSegmenter {
 public:
  // Throws std::invalid_argument with ICU's message and the place if the pattern is wrong.
  explicit RegexSegmenter(std::string_view pattern);

  // Throws std::runtime_error if the pattern needs too many steps or too much memory on this text,
  // as (a+)+b may: about 10^7 steps and 200 more for each byte are allowed.
  Spans segment(std::string_view text) const;

 private:
  struct Pattern;
  std::shared_ptr<const Pattern> pattern_;
};

}  // namespace spandrop
