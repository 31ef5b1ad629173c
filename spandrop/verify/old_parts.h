// The parts of an original sequence that can be dropped.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "spandrop/io/records/record.h"
#include "spandrop/text/cached_text.h"
#include "spandrop/verify/alignment.h"
#include "spandrop/verify/verify_options.h"

namespace spandrop {

struct OldParts {
  std::vector<OldPart> list;
  std::size_t spans = 0;   // 0 if any elements can be dropped
  std::size_t length = 0;  // of the sequence

  // Marks the spans that touch a range.
  void protect(Range range);
};

// Every code point of a text, or every token, is a part.
OldParts parts_of_code_points(std::string_view text);

// Throws std::invalid_argument if the span rule does not work for this sequence.
OldParts parts_of_text(CachedText& text, std::string_view question, const VerifyOptions& options);
OldParts parts_of_record(const Record& record, const VerifyOptions& options);

}  // namespace spandrop
