#include "spandrop/text/truncation.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace spandrop {
namespace {

[[noreturn]] void refuse(const std::string& expected, const std::string& got) {
  throw std::invalid_argument("[truncation] expected " + expected + ", got " + got);
}

}  // namespace

KeptTokens kept_tokens(std::size_t first, std::optional<std::size_t> second, std::size_t added,
                       const Truncation& truncation) {
  if (truncation.max_length < added) {
    refuse("max_length of at least " + std::to_string(added) + ", the number of added tokens",
           std::to_string(truncation.max_length));
  }
  const std::size_t room = truncation.max_length - added;
  KeptTokens kept{first, second.value_or(0)};
  const std::size_t all = kept.first + kept.second;
  if (all <= room) return kept;
  if (room == 0) return {};  // whatever the strategy
  const std::size_t surplus = all - room;
  switch (truncation.strategy) {
    case TruncationStrategy::longest_first: {
      // The shorter text keeps at most half and the longer one gets the rest, including an odd
      // token. If both are equal, the second counts as the longer one.
      std::size_t& shorter = kept.first <= kept.second ? kept.first : kept.second;
      std::size_t& longer = kept.first <= kept.second ? kept.second : kept.first;
      shorter = std::min(shorter, room / 2);
      longer = room - shorter;
      return kept;
    }
    case TruncationStrategy::only_first:
      if (kept.first <= surplus) {
        refuse("a first text of more than " + std::to_string(surplus) + " tokens",
               std::to_string(kept.first));
      }
      kept.first -= surplus;
      return kept;
    case TruncationStrategy::only_second:
      if (!second)
        refuse("a second text to cut " + std::to_string(surplus) + " tokens from", "none");
      if (kept.second <= surplus) {
        refuse("a second text of more than " + std::to_string(surplus) + " tokens",
               std::to_string(kept.second));
      }
      kept.second -= surplus;
      return kept;
  }
  return kept;
}

}  // namespace spandrop
