// What the segmenters are compared with: ICU called the ordinary way, on UTF-16, and texts to try.
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

// The same with segments of white space joined to the one before.
std::vector<Range> icu_joined(Breaks kind, std::string_view text);

// Texts that break careless code: nothing, NUL, marks without a letter, emoji, mixed directions.
const std::vector<std::string>& hostile_texts();

// Up to 40 code points that are rich in break classes of every kind.
std::string random_text(std::mt19937& generator);

// `text` in JSON-like escapes, to be read in a failure.
std::string shown(std::string_view text);

}  // namespace spandrop::test
