#include "spandrop/tasks/docred/sequence.h"

#include "spandrop/tasks/docred/support.h"

namespace spandrop::docred {

Sequence make_sequence(const Document& document, std::size_t head, const TextEncoder& encoder) {
  Sequence sequence;
  sequence.id = document.title + "#e" + std::to_string(head);
  sequence.head = head;
  SequenceBuilder builder(encoder, sequence);
  builder.add(document.entities[head].mentions.front().name);
  builder.separate();
  std::vector<std::vector<Range>> words;  // the tokens of each word of each sentence
  for (const std::vector<std::string>& sentence : document.sentences) {
    const std::size_t begin = sequence.ids.size();
    std::vector<Range>& tokens = words.emplace_back();
    for (const std::string& word : sentence) tokens.push_back(builder.add(word));
    builder.separate();
    builder.add_span(begin);
  }
  builder.finish();

  for (const Entity& entity : document.entities) {
    std::vector<Range>& mentions = sequence.mentions.emplace_back();
    for (const Mention& mention : entity.mentions) {
      const std::vector<Range>& tokens = words[mention.sentence];
      const Range range{tokens[mention.tokens.begin].begin, tokens[mention.tokens.end - 1].end};
      if (!range.empty()) mentions.push_back(range);
    }
  }
  for (const Fact& fact : document.facts) {
    if (fact.head == head) sequence.facts.push_back({fact.tail, fact.relation, fact.evidence});
  }
  const Support support = support_of(document, head);
  const auto add = [&](const std::vector<std::size_t>& sentences, std::vector<std::size_t>& list) {
    for (const std::size_t sentence : sentences) {
      add_touched(sequence.spans, sequence.spans.ranges()[sentence], list);
    }
  };
  add(support.evidence, sequence.support);
  add(support.mentions, sequence.answers);
  return sequence;
}

}  // namespace spandrop::docred
