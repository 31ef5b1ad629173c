// How a text or a pair of texts is cut to a number of tokens, as Hugging Face's tokenizers does.
#pragma once

#include <cstddef>
#include <optional>

namespace spandrop {

enum class TruncationStrategy {
  longest_first,  // of the longer text, until both are as long; then of both in turn
  only_first,
  only_second,
};

struct Truncation {
  // Tokens at most, those that are added included.
  std::size_t max_length = 512;
  TruncationStrategy strategy = TruncationStrategy::longest_first;
};

// How many tokens of each text are kept.
struct KeptTokens {
  std::size_t first = 0;
  std::size_t second = 0;
};

// What is kept of `first` and `second` tokens (none: there is no second text) beside `added` ones.
// Throws std::invalid_argument if the strategy cannot do it: the text to be cut is absent or not
// longer than what must go, or max_length is less than `added`.
KeptTokens kept_tokens(std::size_t first, std::optional<std::size_t> second, std::size_t added,
                       const Truncation& truncation);

}  // namespace spandrop
