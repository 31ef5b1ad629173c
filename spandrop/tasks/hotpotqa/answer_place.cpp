#include "spandrop/tasks/hotpotqa/answer_place.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace spandrop::hotpotqa {
namespace {

// Whether a word continues across this position: there is a letter or digit on both sides.
bool joins(std::string_view text, std::size_t at) {
  if (at == 0 || at == text.size()) return false;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  UChar32 before = 0, after = 0;
  auto back = std::int32_t(at), next = std::int32_t(at);
  U8_PREV(bytes, 0, back, before);
  U8_NEXT(bytes, next, std::int32_t(text.size()), after);
  return u_isalnum(before) && u_isalnum(after);
}

}  // namespace

AnswerKind answer_kind(const Question& question) {
  if (question.answer == "yes") return AnswerKind::yes;
  if (question.answer == "no") return AnswerKind::no;
  return AnswerKind::span;
}

std::size_t find_words(std::string_view text, std::string_view answer, std::size_t from) {
  std::size_t at = text.find(answer, from);
  while (at != std::string_view::npos && (joins(text, at) || joins(text, at + answer.size()))) {
    at = text.find(answer, at + 1);
  }
  return at;
}

std::optional<AnswerPlace> find_answer(const Question& question,
                                       std::span<const std::size_t> paragraphs) {
  if (answer_kind(question) != AnswerKind::span || question.answer.empty()) return std::nullopt;
  std::set<std::pair<std::size_t, std::size_t>> facts;
  for (const SupportingFact& fact : question.facts) facts.emplace(fact.paragraph, fact.sentence);
  std::optional<AnswerPlace> outside;
  for (const std::size_t i : paragraphs) {
    const std::vector<std::string>& sentences = question.paragraphs[i].sentences;
    for (std::size_t k = 0; k < sentences.size(); ++k) {
      const bool in_fact = facts.contains({i, k});
      if (!in_fact && outside) continue;
      const std::size_t at = find_words(sentences[k], question.answer);
      if (at == std::string::npos) continue;
      const AnswerPlace place{i, k, {at, at + question.answer.size()}, in_fact};
      if (in_fact) return place;
      outside = place;
    }
  }
  return outside;
}

std::optional<AnswerPlace> find_answer(const Question& question) {
  std::vector<std::size_t> all(question.paragraphs.size());
  std::iota(all.begin(), all.end(), 0);
  return find_answer(question, all);
}

}  // namespace spandrop::hotpotqa
