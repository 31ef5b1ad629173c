// A reference for the segmenters (ICU used directly, on UTF-16) and texts to test them on.
#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/core/range.h"

namespace spandrop::test {

enum class Breaks { sentence, word, character };

// The segments that ICU finds, as ranges of bytes.
std::vector<Range> icu_ranges(Breaks kind, std::string_view text);

// Same, but joins white space to the segment before it.
std::vector<Range> icu_joined(Breaks kind, std::string_view text);

// Texts that break careless code: empty text, NUL, marks without a letter, emoji, mixed directions.
const std::vector<std::string>& hostile_texts();

// Up to 40 code points that are rich in break classes of every kind.
std::string random_text(std::mt19937& generator);

// `text` with JSON-like escapes, for failure messages.
std::string shown(std::string_view text);

}  // namespace spandrop::test
