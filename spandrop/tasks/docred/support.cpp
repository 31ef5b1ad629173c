#include "spandrop/tasks/docred/support.h"

#include <algorithm>

namespace spandrop::docred {

Support support_of(const Document& document, std::optional<std::size_t> head) {
  Support support;
  std::vector<bool> is_needed(document.sentences.size());
  for (const Fact& fact : document.facts) {
    if (head && fact.head != *head) continue;
    for (const std::size_t sentence : fact.evidence) {
      if (!is_needed[sentence]) support.evidence.push_back(sentence);
      is_needed[sentence] = true;
    }
  }
  for (const Fact& fact : document.facts) {
    if (head && fact.head != *head) continue;
    for (const std::size_t entity : {fact.head, fact.tail}) {
      const std::vector<Mention>& mentions = document.entities[entity].mentions;
      const bool is_mentioned =
          std::any_of(mentions.begin(), mentions.end(),
                      [&](const Mention& mention) { return is_needed[mention.sentence]; });
      if (is_mentioned) continue;
      support.mentions.push_back(mentions.front().sentence);
      is_needed[mentions.front().sentence] = true;
    }
  }
  return support;
}

}  // namespace spandrop::docred
