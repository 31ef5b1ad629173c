#include "spandrop/tasks/hotpotqa/sequence.h"

#include <set>
#include <utility>

namespace spandrop::hotpotqa {

std::vector<std::size_t> select_paragraphs(const Question& question, std::size_t count) {
  std::set<std::size_t> selected;
  for (const SupportingFact& fact : question.facts) {
    if (selected.size() < count) selected.insert(fact.paragraph);
  }
  for (std::size_t i = 0; i < question.paragraphs.size() && selected.size() < count; ++i) {
    selected.insert(i);
  }
  return {selected.begin(), selected.end()};
}

Sequence make_sequence(const Question& question, const std::vector<std::size_t>& paragraphs,
                       const TextEncoder& encoder) {
  Sequence sequence;
  sequence.id = question.id;
  sequence.kind = answer_kind(question);
  const std::optional<AnswerPlace> place = find_answer(question, paragraphs);
  std::set<std::pair<std::size_t, std::size_t>> facts;
  for (const SupportingFact& fact : question.facts) facts.emplace(fact.paragraph, fact.sentence);

  SequenceBuilder builder(encoder, sequence);
  builder.add(question.text);
  builder.separate();
  for (const std::size_t paragraph : paragraphs) {
    const std::vector<std::string>& sentences = question.paragraphs[paragraph].sentences;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const std::size_t span = sequence.paragraphs.size();
      const Range tokens = builder.add(sentences[i]);
      if (facts.contains({paragraph, i})) sequence.support.push_back(span);
      if (place && place->paragraph == paragraph && place->sentence == i) {
        sequence.answer = builder.tokens_of(place->bytes);
        sequence.answers.push_back(span);
      }
      builder.separate();
      builder.add_span(tokens.begin);
      sequence.paragraphs.push_back(paragraph);
    }
  }
  builder.finish();
  return sequence;
}

}  // namespace spandrop::hotpotqa
