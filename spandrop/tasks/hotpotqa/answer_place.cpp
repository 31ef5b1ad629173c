#include "spandrop/tasks/hotpotqa/answer_place.h"

#include <set>
#include <utility>

namespace spandrop::hotpotqa {

AnswerKind answer_kind(const Question& question) {
  if (question.answer == "yes") return AnswerKind::yes;
  if (question.answer == "no") return AnswerKind::no;
  return AnswerKind::span;
}

std::optional<AnswerPlace> find_answer(const Question& question) {
  if (answer_kind(question) != AnswerKind::span || question.answer.empty()) return std::nullopt;
  std::set<std::pair<std::size_t, std::size_t>> facts;
  for (const SupportingFact& fact : question.facts) facts.emplace(fact.paragraph, fact.sentence);
  std::optional<AnswerPlace> outside;
  for (std::size_t i = 0; i < question.paragraphs.size(); ++i) {
    const std::vector<std::string>& sentences = question.paragraphs[i].sentences;
    for (std::size_t k = 0; k < sentences.size(); ++k) {
      const bool in_fact = facts.contains({i, k});
      if (!in_fact && outside) continue;
      const std::size_t at = sentences[k].find(question.answer);
      if (at == std::string::npos) continue;
      const AnswerPlace place{i, k, {at, at + question.answer.size()}, in_fact};
      if (in_fact) return place;
      outside = place;
    }
  }
  return outside;
}

}  // namespace spandrop::hotpotqa
