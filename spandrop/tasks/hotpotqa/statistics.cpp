#include "spandrop/tasks/hotpotqa/statistics.h"

#include <optional>
#include <set>
#include <utility>

#include "spandrop/tasks/hotpotqa/answer_place.h"
#include "spandrop/tasks/hotpotqa/sequence.h"

namespace spandrop::hotpotqa {
namespace {

// How often the answer occurs in the paragraphs, as whole words.
std::size_t occurrences(const Question& question) {
  std::size_t found = 0;
  for (const Paragraph& paragraph : question.paragraphs) {
    for (const std::string& sentence : paragraph.sentences) {
      for (std::size_t at = find_words(sentence, question.answer); at != std::string::npos;
           at = find_words(sentence, question.answer, at + question.answer.size())) {
        ++found;
      }
    }
  }
  return found;
}

}  // namespace

Statistics statistics(const Dataset& dataset) {
  Statistics found{.counts = {{"questions", dataset.questions.size()},
                              {"answers yes or no", 0},
                              {"answers in the text", 0},
                              {"of them in supporting facts", 0},
                              {"of them more than once in the text", 0}},
                   .spans = {"sentences of four paragraphs", {}},
                   .support = {"supporting facts", {}},
                   .others = {{"sentences of all paragraphs", {}}}};
  for (const Question& question : dataset.questions) {
    const std::optional<AnswerPlace> place = find_answer(question);
    found.counts[1].count += answer_kind(question) != AnswerKind::span;
    found.counts[2].count += place.has_value();
    found.counts[3].count += place && place->in_fact;
    found.counts[4].count += place && occurrences(question) > 1;
    std::size_t all = 0, selected = 0;
    for (const Paragraph& paragraph : question.paragraphs) all += paragraph.sentences.size();
    for (const std::size_t i : select_paragraphs(question)) {
      selected += question.paragraphs[i].sentences.size();
    }
    std::set<std::pair<std::size_t, std::size_t>> facts;  // a set, because some files repeat facts
    for (const SupportingFact& fact : question.facts) facts.emplace(fact.paragraph, fact.sentence);
    found.spans.values.push_back(selected);
    found.support.values.push_back(facts.size());
    found.others[0].values.push_back(all);
  }
  return found;
}

}  // namespace spandrop::hotpotqa
