// Special tokens such as [SEP], found in a text as they are spelled.
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
  // Throws std::invalid_argument if one of them is empty.
  explicit SpecialTokens(std::vector<Vocabulary::Token> tokens);

  struct Found {
    Range range;
    std::int32_t id = 0;
  };

  // The first one at or after `position`; of several that begin there, the longest.
  std::optional<Found> find(std::string_view text, std::size_t position) const;

 private:
  std::vector<Vocabulary::Token> tokens_;  // the longest first
  std::string first_bytes_;
};

}  // namespace spandrop
