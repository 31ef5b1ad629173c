// Adaptive spans: what a context shares with its question is kept or dropped as a unit, so that few
// spans matter (the paper's m is small).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "spandrop/core/spans.h"

namespace spandrop {

// For each token of the context, whether it is in an n-gram that also occurs in the question.
// Longer shared N-grams consist of shared n-grams, so this covers all N >= n. Throws
// std::invalid_argument if n < 2.
std::vector<bool> shared_tokens(std::span<const std::int32_t> context,
                                std::span<const std::int32_t> question, std::size_t n = 2);

// All shared tokens form one span; every other token is its own span. Spans are numbered in order
// of first appearance. Consecutive shared tokens form one range.
Spans adaptive_spans(std::span<const std::int32_t> context, std::span<const std::int32_t> question,
                     std::size_t n = 2);

// The words() of a text that are in an n-gram of one of the questions, as ranges of bytes.
// Consecutive words form one range. Words are compared as in adaptive_spans.
std::vector<Range> shared_words(std::string_view context,
                                std::span<const std::string_view> questions, std::size_t n = 2);

// The same for the words() of a text, as ranges of bytes. Words are compared by Unicode case
// folding, without surrounding white space; punctuation marks count as words.
Spans adaptive_spans(std::string_view context, std::string_view question, std::size_t n = 2);

}  // namespace spandrop
