// Finds special tokens such as [SEP] in a text, spelled exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/text/vocabulary.h"

namespace spandrop {

class SpecialTokens {
 public:
  // Throws std::invalid_argument if a token is empty.
  explicit SpecialTokens(std::vector<Vocabulary::Token> tokens);

  struct Found {
    Range range;
    std::int32_t id = 0;
  };

  // The first special token at or after `position`; if several begin there, the longest.
  std::optional<Found> find(std::string_view text, std::size_t position) const;

 private:
  std::vector<Vocabulary::Token> tokens_;  // longest first
  std::string first_bytes_;
};

}  // namespace spandrop
