// The sentences of a document that its facts need.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "spandrop/tasks/docred/reader.h"

namespace spandrop::docred {

struct Support {
  std::vector<std::size_t> evidence;  // sentences that are evidence
  // Sentences with the first mention of a head or tail that the evidence does not mention.
  std::vector<std::size_t> mentions;
};

// For all facts, or for those of one head entity.
Support support_of(const Document& document, std::optional<std::size_t> head = std::nullopt);

}  // namespace spandrop::docred
