#include "spandrop/tasks/docred/statistics.h"

#include <algorithm>
#include <map>
#include <set>

namespace spandrop::docred {
namespace {

// Whether a sentence of the evidence mentions the entity.
bool is_mentioned(const Entity& entity, const std::set<std::size_t>& evidence) {
  return std::any_of(entity.mentions.begin(), entity.mentions.end(),
                     [&](const Mention& mention) { return evidence.contains(mention.sentence); });
}

}  // namespace

Statistics statistics(const Dataset& dataset) {
  Statistics found{.counts = {{"documents", dataset.documents.size()},
                              {"entities", 0},
                              {"head entities", 0},
                              {"facts", 0},
                              {"facts without evidence", 0},
                              {"facts whose evidence does not mention the tail", 0},
                              {"tails that no evidence of their head mentions", 0}},
                   .spans = {"sentences", {}},
                   .support = {"evidence", {}},
                   .others = {}};
  for (const Document& document : dataset.documents) {
    std::map<std::size_t, std::set<std::size_t>> by_head;  // sentences that each head protects
    for (const Fact& fact : document.facts) {
      by_head[fact.head].insert(fact.evidence.begin(), fact.evidence.end());
    }
    for (const Fact& fact : document.facts) {
      const std::set<std::size_t> evidence(fact.evidence.begin(), fact.evidence.end());
      found.counts[4].count += evidence.empty();
      found.counts[5].count +=
          !evidence.empty() && !is_mentioned(document.entities[fact.tail], evidence);
      found.counts[6].count += !is_mentioned(document.entities[fact.tail], by_head[fact.head]);
      found.spans.values.push_back(document.sentences.size());
      found.support.values.push_back(evidence.size());
    }
    found.counts[1].count += document.entities.size();
    found.counts[2].count += by_head.size();
    found.counts[3].count += document.facts.size();
  }
  return found;
}

}  // namespace spandrop::docred
