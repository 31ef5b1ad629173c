// How a text or a pair of texts is truncated to a number of tokens, as in Hugging Face's
// tokenizers.
#pragma once

#include <cstddef>
#include <optional>

namespace spandrop {

enum class TruncationStrategy {
  longest_first,  // from the longer text until both are equal, then from both in turn
  only_first,
  only_second,
};

struct Truncation {
  // Maximum number of tokens, including added special tokens.
  std::size_t max_length = 512;
  TruncationStrategy strategy = TruncationStrategy::longest_first;
};

// Number of kept tokens of each text.
struct KeptTokens {
  std::size_t first = 0;
  std::size_t second = 0;
};

// How many of `first` and `second` tokens (none: no second text) to keep beside `added` special
// tokens. Throws std::invalid_argument if max_length is below `added`, or if the text to truncate
// is missing or not longer than the surplus.
KeptTokens kept_tokens(std::size_t first, std::optional<std::size_t> second, std::size_t added,
                       const Truncation& truncation);

}  // namespace spandrop
