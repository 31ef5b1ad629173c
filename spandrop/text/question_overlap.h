// Adaptive spans: what a context shares with its question is kept or dropped as one, so that the
// number of spans that matter (the paper's m) is small.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "spandrop/core/spans.h"

namespace spandrop {

// Says of each token of the context whether it is in an n-gram that the question has too. Longer
// shared N-grams are made of shared n-grams, so this covers all N >= n. Throws
// std::invalid_argument if n is below 2.
std::vector<bool> shared_tokens(std::span<const std::int32_t> context,
                                std::span<const std::int32_t> question, std::size_t n = 2);

// All shared tokens are one span, every other token is its own. Spans are numbered in order of
// first appearance; shared tokens in a row are one range. Token ids are compared as they are.
Spans adaptive_spans(std::span<const std::int32_t> context, std::span<const std::int32_t> question,
                     std::size_t n = 2);

// The words() of a text that are in an n-gram of one of the questions, as ranges of bytes; words in
// a row are one range. Words are compared as by adaptive_spans.
std::vector<Range> shared_words(std::string_view context,
                                std::span<const std::string_view> questions, std::size_t n = 2);

// The same over the words() of a text, as ranges of bytes. Words are compared by Unicode case
// folding, without the white space around them; punctuation marks count as words.
Spans adaptive_spans(std::string_view context, std::string_view question, std::size_t n = 2);

}  // namespace spandrop
